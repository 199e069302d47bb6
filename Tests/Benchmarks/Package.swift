// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that neither apps nor the everyday tests fetch what it needs.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tollgate", path: "../..", traits: ["SQLite"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/google/swift-benchmark", from: "0.1.2"),
  ],
  targets: [
    // What is measured, by name, and the shape of the results.
    .target(name: "Figures"),
    // Policies, users, requests, and the same rules written by hand: all that is asked about.
    .target(name: "Workload", dependencies: [.product(name: "TollgateKit", package: "Tollgate")]),
    // Times, in nanoseconds.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Figures", "Workload",
        .product(name: "TollgateKit", package: "Tollgate"),
        .product(name: "TollgateUsage", package: "Tollgate"),
        .product(name: "TollgateSQLite", package: "Tollgate"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Benchmark", package: "swift-benchmark"),
      ]
    ),
    // One operation in a process of its own: for callgrind, and for its memory.
    .executableTarget(
      name: "operation",
      dependencies: [
        "Figures", "Workload",
        .product(name: "TollgateKit", package: "Tollgate"),
        .product(name: "TollgateUsage", package: "Tollgate"),
      ]
    ),
    // How many blocks of memory a decision asks for. The counter takes the place of `malloc`, so
    // it has a process of its own.
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "allocations",
      dependencies: [
        "AllocationCounter", "Figures", "Workload",
        .product(name: "TollgateKit", package: "Tollgate"),
      ]
    ),
    // Puts the runs together, compares with the goals, writes the tables and the chart.
    .executableTarget(name: "report", dependencies: ["Figures"]),
  ],
  swiftLanguageModes: [.v6]
)
