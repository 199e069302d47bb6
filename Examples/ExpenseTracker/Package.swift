// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ExpenseTracker",
  platforms: [.iOS(.v13), .macOS(.v10_15)],
  dependencies: [
    .package(name: "tollgate", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "expenses",
      dependencies: [
        .product(name: "TollgateKit", package: "tollgate"),
        .product(name: "TollgatePurchases", package: "tollgate"),
        .product(name: "TollgateUsage", package: "tollgate"),
        .product(name: "TollgateTesting", package: "tollgate"),
      ],
      plugins: [.plugin(name: "TollgatePlugin", package: "tollgate")]
    )
  ],
  swiftLanguageModes: [.v6]
)
