// swift-tools-version: 6.2
import PackageDescription

// The tests that need the packages of the traits, so that Tollgate's own tests fetch and build none
// of them: `swift test --package-path Tests/Adapters`.
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
        .product(name: "TollgateAppStore", package: "Tollgate"),
        .product(name: "TollgatePurchases", package: "Tollgate"),
        .product(name: "TollgateKit", package: "Tollgate"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "AppStoreSignatureTests"
    ),
    .testTarget(
      name: "SealTests",
      dependencies: [
        .product(name: "TollgateSeals", package: "Tollgate"),
        .product(name: "TollgateKit", package: "Tollgate"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "SealTests"
    ),
    .executableTarget(
      name: "PostgresProcess",
      dependencies: [
        .product(name: "TollgatePostgres", package: "Tollgate"),
        .product(name: "TollgateUsage", package: "Tollgate"),
        .product(name: "TollgateRuntime", package: "Tollgate"),
        .product(name: "TollgateKit", package: "Tollgate"),
      ],
      path: "PostgresProcess"
    ),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "PostgresProcess",
        .product(name: "TollgatePostgres", package: "Tollgate"),
        .product(name: "TollgateUsage", package: "Tollgate"),
        .product(name: "TollgatePurchases", package: "Tollgate"),
        .product(name: "TollgateRuntime", package: "Tollgate"),
        .product(name: "TollgateKit", package: "Tollgate"),
      ],
      path: "PostgresTests"
    ),
    // What runs on every journal is linked to from here: `Life.swift`, `CrashRun.swift`.
    .executableTarget(
      name: "SQLiteProcess",
      dependencies: [
        .product(name: "TollgateSQLite", package: "Tollgate"),
        .product(name: "TollgateUsage", package: "Tollgate"),
        .product(name: "TollgatePurchases", package: "Tollgate"),
        .product(name: "TollgateRuntime", package: "Tollgate"),
        .product(name: "TollgateKit", package: "Tollgate"),
      ],
      path: "SQLiteProcess"
    ),
    .testTarget(
      name: "SQLiteTests",
      dependencies: [
        "SQLiteProcess",
        .product(name: "TollgateSQLite", package: "Tollgate"),
        .product(name: "TollgateUsage", package: "Tollgate"),
        .product(name: "TollgateTesting", package: "Tollgate"),
        .product(name: "TollgatePurchases", package: "Tollgate"),
        .product(name: "TollgateRuntime", package: "Tollgate"),
        .product(name: "TollgateKit", package: "Tollgate"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "SQLiteTests"
    ),
  ],
  swiftLanguageModes: [.v6]
)
