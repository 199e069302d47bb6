// swift-tools-version: 6.2
import PackageDescription

// The tests that need the packages of the traits, so that Tollgate's own tests fetch and build none
// of them: `swift test --package-path Tests/Adapters`.
func tollgate(_ product: String) -> Target.Dependency {
  .product(name: product, package: "Tollgate")
}

let package = Package(
  name: "Adapters",
  platforms: [.macOS(.v10_15)],
  dependencies: [
    .package(name: "Tollgate", path: "../..", traits: ["AppStore", "Postgres", "Seals", "SQLite"]),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .testTarget(
      name: "AppStoreSignatureTests",
      dependencies: [
        tollgate("TollgateAppStore"),
        tollgate("TollgatePurchases"),
        tollgate("TollgateKit"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "AppStoreSignatureTests"
    ),
    .testTarget(
      name: "SealTests",
      dependencies: [
        tollgate("TollgateSeals"),
        tollgate("TollgateUpdates"),
        tollgate("TollgateKit"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "SealTests"
    ),
    .target(
      name: "UsageTrial",
      dependencies: [
        tollgate("TollgateUsage"), tollgate("TollgateRuntime"), tollgate("TollgateKit"),
      ],
      path: "UsageTrial"
    ),
    .executableTarget(
      name: "PostgresProcess",
      dependencies: [
        tollgate("TollgatePostgres"),
        tollgate("TollgateUsage"),
        tollgate("TollgateRuntime"),
        tollgate("TollgateKit"),
      ],
      path: "PostgresProcess"
    ),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "PostgresProcess", "UsageTrial",
        tollgate("TollgatePostgres"),
        tollgate("TollgateUsage"),
        tollgate("TollgatePurchases"),
        tollgate("TollgateRuntime"),
        tollgate("TollgateKit"),
      ],
      path: "PostgresTests"
    ),
    // What runs on every journal is linked to from here: `Life.swift`, `CrashRun.swift`.
    .executableTarget(
      name: "SQLiteProcess",
      dependencies: [
        tollgate("TollgateSQLite"),
        tollgate("TollgateUsage"),
        tollgate("TollgatePurchases"),
        tollgate("TollgateRuntime"),
        tollgate("TollgateKit"),
      ],
      path: "SQLiteProcess"
    ),
    .testTarget(
      name: "SQLiteTests",
      dependencies: [
        "SQLiteProcess", "UsageTrial",
        tollgate("TollgateSQLite"),
        tollgate("TollgateUsage"),
        tollgate("TollgateTesting"),
        tollgate("TollgatePurchases"),
        tollgate("TollgateRuntime"),
        tollgate("TollgateKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "SQLiteTests"
    ),
  ],
  swiftLanguageModes: [.v6]
)
