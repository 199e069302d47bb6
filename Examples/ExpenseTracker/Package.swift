// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ExpenseTracker",
  platforms: [.iOS(.v13), .macOS(.v10_15)],
  dependencies: [
    .package(name: "Tollgate", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "expenses",
      dependencies: [
        .product(name: "TollgateKit", package: "Tollgate"),
        .product(name: "TollgatePurchases", package: "Tollgate"),
        .product(name: "TollgateUsage", package: "Tollgate"),
        .product(name: "TollgateTesting", package: "Tollgate"),
      ],
      plugins: [.plugin(name: "TollgatePlugin", package: "Tollgate")]
    )
  ],
  swiftLanguageModes: [.v6]
)
