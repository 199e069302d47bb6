// swift-tools-version: 6.2
import PackageDescription

let tollgate = "Tollgate"

let package = Package(
  name: "Server",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: tollgate, path: "../..", traits: ["SQLite"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
  ],
  targets: [
    .target(
      name: "GateService",
      dependencies: [
        .product(name: "TollgateKit", package: tollgate),
        .product(name: "TollgateUsage", package: tollgate),
        .product(name: "TollgateSQLite", package: tollgate),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]
    ),
    .executableTarget(name: "server", dependencies: ["GateService"]),
    .testTarget(
      name: "GateServiceTests",
      dependencies: [
        "GateService",
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
