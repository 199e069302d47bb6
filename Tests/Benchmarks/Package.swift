// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that neither apps nor the everyday tests fetch what it needs.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v10_15)],
  dependencies: [
    .package(name: "Tollgate", path: "../.."),
    .package(url: "https://github.com/google/swift-benchmark", from: "0.1.2"),
  ],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "Tollgate", package: "Tollgate"),
        .product(name: "Benchmark", package: "swift-benchmark"),
      ]
    )
  ],
  swiftLanguageModes: [.v5]
)
