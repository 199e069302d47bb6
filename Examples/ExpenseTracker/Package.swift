// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ExpenseTracker",
  platforms: [.macOS(.v10_15)],
  dependencies: [
    .package(name: "Tollgate", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "expenses",
      dependencies: [.product(name: "TollgateKit", package: "Tollgate")],
      plugins: [.plugin(name: "TollgatePlugin", package: "Tollgate")]
    )
  ],
  swiftLanguageModes: [.v6]
)
