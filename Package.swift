// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tollgate",
  platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    // Libraries only: with no executable declared, an app that depends on them fetches no package.
    .library(name: "Tollgate", targets: ["Tollgate"]),
    .library(name: "TollgateRuntime", targets: ["TollgateRuntime"]),
    .library(name: "TollgatePurchases", targets: ["TollgatePurchases"]),
    .library(name: "StoreKitAdapter", targets: ["StoreKitAdapter"]),
    .library(name: "TollgateTesting", targets: ["TollgateTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // Floor 0: the two halves. They import the standard library only, and never each other.
    .target(name: "TollgateRuntime"),
    .target(name: "TollgateSyntax"),
    // Floor 1: text becomes a graph.
    .target(name: "TollgateCompiler", dependencies: ["TollgateSyntax", "TollgateRuntime"]),
    // Floor 2: what is true of a graph; and what applications import.
    .target(
      name: "TollgateAnalysis",
      dependencies: ["TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]
    ),
    .target(
      name: "Tollgate",
      dependencies: ["TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]
    ),
    // Floor 3: purchase records become snapshots.
    .target(name: "TollgatePurchases", dependencies: ["Tollgate", "TollgateRuntime"]),
    // Floor 4: StoreKit 2 behind a protocol of the purchases; a store for tests behind the same.
    .target(
      name: "StoreKitAdapter", dependencies: ["TollgatePurchases", "Tollgate", "TollgateRuntime"]),
    .target(
      name: "TollgateTesting", dependencies: ["TollgatePurchases", "Tollgate", "TollgateRuntime"]),
    // Floor 4: the command, the only target with a package behind it.
    .executableTarget(
      name: "tollgate",
      dependencies: [
        "Tollgate", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        "TollgatePurchases", "TollgateTesting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Tests. The support library holds what all of them share.
    .target(
      name: "TestSupport",
      dependencies: [
        "Tollgate", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
      ],
      path: "Tests/TestSupport"
    ),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .testTarget(name: "SyntaxTests", dependencies: ["TollgateSyntax", "TestSupport"]),
    .testTarget(
      name: "CompilerTests",
      dependencies: ["TollgateCompiler", "TollgateSyntax", "TollgateRuntime", "TestSupport"]
    ),
    .testTarget(
      name: "RuntimeTests",
      dependencies: [
        "TollgateRuntime", "TollgateCompiler", "TollgateSyntax", "TestSupport",
        "AllocationCounter",
      ]
    ),
    .testTarget(
      name: "AnalysisTests",
      dependencies: [
        "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime", "TestSupport",
      ],
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "TollgateTests",
      dependencies: [
        "Tollgate", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime", "TestSupport",
      ]
    ),
    .testTarget(
      name: "PurchaseTests",
      dependencies: [
        "TollgatePurchases", "TollgateTesting", "Tollgate", "TollgateRuntime", "TestSupport",
      ],
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "TestingTests",
      dependencies: [
        "TollgateTesting", "StoreKitAdapter", "TollgatePurchases", "Tollgate", "TollgateRuntime",
        "TestSupport",
      ],
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "PropertyTests",
      dependencies: [
        "Tollgate", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "SuiteTests",
      dependencies: [
        "Tollgate", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "tollgate", "TollgateSyntax", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "HouseTests",
      dependencies: ["TollgateCompiler", "TollgateSyntax", "TestSupport"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

/// The targets that stay inside Embedded Swift, so that the same engine runs in a browser.
let embedded: Set = [
  "TollgateRuntime", "TollgateSyntax", "TollgateCompiler", "TollgateAnalysis",
]

/// In CI a warning is an error; for everybody else a newer compiler's warning is only one.
let isStrict = Context.environment["TOLLGATE_STRICT"] != nil

for target in package.targets where target.name != "AllocationCounter" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if isStrict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
  if embedded.contains(target.name) {
    target.swiftSettings?.append(.treatWarning("EmbeddedRestrictions", as: .error))
  }
}
