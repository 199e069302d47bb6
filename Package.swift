// swift-tools-version: 6.2
import PackageDescription

/// The packages of the decision server, behind its trait.
let served: [Target.Dependency] = [
  ("Hummingbird", "hummingbird"), ("HummingbirdCore", "hummingbird"),
  ("HTTPTypes", "swift-http-types"),
  ("Logging", "swift-log"), ("NIOCore", "swift-nio"),
  ("ServiceLifecycle", "swift-service-lifecycle"), ("UnixSignals", "swift-service-lifecycle"),
  ("Crypto", "swift-crypto"), ("_CryptoExtras", "swift-crypto"),
].map { product, package in
  .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

let package = Package(
  name: "Tollgate",
  platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    // Libraries only: with no executable declared, an app that depends on them fetches no package.
    .library(name: "TollgateKit", targets: ["TollgateKit"]),
    .library(name: "TollgateRuntime", targets: ["TollgateRuntime"]),
    .library(name: "TollgatePurchases", targets: ["TollgatePurchases"]),
    .library(name: "TollgateAppStore", targets: ["TollgateAppStore"]),
    .library(name: "TollgateImports", targets: ["TollgateImports"]),
    .library(name: "TollgateSeals", targets: ["TollgateSeals"]),
    .library(name: "TollgateStoreKit", targets: ["TollgateStoreKit"]),
    .library(name: "TollgateLog", targets: ["TollgateLog"]),
    .library(name: "TollgateOpenFeature", targets: ["TollgateOpenFeature"]),
    .library(name: "TollgatePostgres", targets: ["TollgatePostgres"]),
    .library(name: "TollgateServer", targets: ["TollgateServer"]),
    .library(name: "TollgateSQLite", targets: ["TollgateSQLite"]),
    .library(name: "TollgateTesting", targets: ["TollgateTesting"]),
    .library(name: "TollgateUpdates", targets: ["TollgateUpdates"]),
    .library(name: "TollgateUsage", targets: ["TollgateUsage"]),
    .plugin(name: "TollgatePlugin", targets: ["TollgatePlugin"]),
    .plugin(name: "TollgateCommands", targets: ["TollgateLint", "TollgateFormat", "TollgateTest"]),
  ],
  // Off unless an app asks for them; the packages behind a trait that is off are not fetched.
  traits: [
    .trait(name: "AppStore", description: "Checks the App Store's signatures (swift-certificates)"),
    .trait(name: "Postgres", description: "Keeps counts in PostgreSQL (libpq, of the system)"),
    .trait(name: "Seals", description: "Signs and checks with Ed25519 on Linux (swift-crypto)"),
    .trait(name: "Server", description: "Answers over HTTP: `tollgate serve` (Hummingbird)"),
    .trait(name: "SQLite", description: "Keeps purchases and counts in SQLite (GRDB)"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    // Floor 0: the two halves. They import the standard library only, and never each other.
    .target(name: "TollgateRuntime"),
    .target(name: "TollgateSyntax"),
    // Floor 1: text becomes a graph.
    .target(name: "TollgateCompiler", dependencies: ["TollgateSyntax", "TollgateRuntime"]),
    // Floor 2: the words of two languages; above them what is true of a graph, and what
    // applications import.
    .target(
      name: "TollgateWords",
      dependencies: ["TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]
    ),
    .target(
      name: "TollgateAnalysis",
      dependencies: ["TollgateWords", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]
    ),
    // Policies on disk, with the files that they use.
    .target(name: "TollgateFiles", dependencies: ["TollgateSyntax"]),
    .target(name: "TollgatePopulation", dependencies: ["TollgateAnalysis", "TollgateRuntime"]),
    .target(
      name: "TollgateKit",
      dependencies: [
        "TollgateFiles", "TollgateWords", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
      ]
    ),
    .target(
      name: "TollgateEditor",
      dependencies: [
        "TollgateAnalysis", "TollgateWords", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime",
      ]
    ),
    // Floor 3: purchase records become snapshots.
    .target(name: "TollgatePurchases", dependencies: ["TollgateKit", "TollgateRuntime"]),
    // Decisions that are kept; the flags of OpenFeature.
    .target(name: "TollgateLog", dependencies: ["TollgateKit", "TollgateRuntime"]),
    .target(
      name: "TollgateOpenFeature",
      dependencies: ["TollgateKit", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime"],
      // A file for the app's own target: the SDK asks for newer systems than this package.
      exclude: ["Provider"]
    ),
    // Floor 4: what is used becomes counters, in files that are kept like those of purchases.
    .target(
      name: "TollgateUsage", dependencies: ["TollgatePurchases", "TollgateKit", "TollgateRuntime"]),
    // Stores and services. What needs a package stands behind a trait.
    .target(
      name: "TollgateAppStore",
      dependencies: [
        "TollgatePurchases", "TollgateKit", "TollgateRuntime",
        .product(
          name: "SwiftASN1", package: "swift-asn1", condition: .when(traits: ["AppStore"])),
        .product(
          name: "X509", package: "swift-certificates", condition: .when(traits: ["AppStore"])),
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["AppStore"])),
      ],
      exclude: ["README.md"]
    ),
    .target(
      name: "TollgateImports",
      dependencies: ["TollgatePurchases", "TollgateKit", "TollgateRuntime"]
    ),
    .target(
      name: "TollgateSeals",
      dependencies: [
        "TollgateKit", "TollgateWords", "TollgateCompiler", "TollgateRuntime",
        .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Seals"])),
      ]
    ),
    // Policies that come from a server, sealed or not.
    .target(
      name: "TollgateUpdates",
      dependencies: ["TollgateSeals", "TollgateKit", "TollgateSyntax", "TollgateRuntime"]),
    .target(
      name: "TollgateSQLite",
      dependencies: [
        "TollgateUsage", "TollgatePurchases", "TollgateKit", "TollgateRuntime",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]
    ),
    .systemLibrary(
      name: "LibPQ", path: "Sources/Stores/TollgatePostgres/LibPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(
      name: "TollgatePostgres",
      dependencies: [
        "TollgateUsage", "TollgatePurchases", "TollgateKit", "TollgateRuntime",
        .target(name: "LibPQ", condition: .when(traits: ["Postgres"])),
      ],
      exclude: ["LibPQ"]
    ),
    .target(
      name: "TollgateStoreKit",
      dependencies: ["TollgatePurchases", "TollgateKit", "TollgateRuntime"]),
    .target(
      name: "TollgateTesting",
      dependencies: ["TollgatePurchases", "TollgateKit", "TollgateRuntime"]),
    // Typed names: the plugin of apps, and its tool. Neither needs a package, and the tool only what
    // compiles a policy: an app's first build compiles all of it for the tool and for the app.
    .executableTarget(
      name: "TollgateGenerator",
      dependencies: ["TollgateFiles", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]
    ),
    .plugin(
      name: "TollgatePlugin", capability: .buildTool(), dependencies: ["TollgateGenerator"]
    ),
    // Commands about the policies of an app, and their tool, which needs no package either.
    .executableTarget(
      name: "TollgatePolicyTool",
      dependencies: [
        "TollgateFiles", "TollgateKit", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime",
      ]
    ),
    .plugin(
      name: "TollgateLint",
      capability: .command(
        intent: .custom(
          verb: "tollgate-lint",
          description: "Finds mistakes in the policies of a package")),
      dependencies: ["TollgatePolicyTool"], path: "Sources/Tools/TollgateCommands/Lint"
    ),
    .plugin(
      name: "TollgateFormat",
      capability: .command(
        intent: .custom(
          verb: "tollgate-format", description: "Formats the policies of a package"),
        permissions: [
          .writeToPackageDirectory(reason: "It writes the policies in their canonical form.")
        ]),
      dependencies: ["TollgatePolicyTool"], path: "Sources/Tools/TollgateCommands/Format"
    ),
    .plugin(
      name: "TollgateTest",
      capability: .command(
        intent: .custom(
          verb: "tollgate-test",
          description: "Runs the scenarios in the policies of a package")),
      dependencies: ["TollgatePolicyTool"], path: "Sources/Tools/TollgateCommands/Test"
    ),
    // Floor 5: the decision server, which is free of any socket without its trait; the command.
    .target(
      name: "TollgateServer",
      dependencies: [
        "TollgateUsage", "TollgatePurchases", "TollgateImports", "TollgateAppStore",
        "TollgateOpenFeature", "TollgateUpdates", "TollgateSeals", "TollgatePopulation",
        "TollgateAnalysis", "TollgateFiles", "TollgateKit", "TollgateWords", "TollgateCompiler",
        "TollgateSyntax", "TollgateRuntime",
      ] + served
    ),
    .executableTarget(
      name: "tollgate",
      dependencies: [
        "TollgateFiles", "TollgateKit", "TollgateWords", "TollgateAnalysis", "TollgateCompiler",
        "TollgateSyntax",
        "TollgateRuntime", "TollgatePurchases", "TollgateUsage", "TollgateImports",
        "TollgateAppStore", "TollgateSeals", "TollgateTesting", "TollgateEditor", "TollgateLog",
        "TollgatePopulation", "TollgateServer",
        .target(name: "TollgatePostgres", condition: .when(traits: ["Postgres"])),
        .target(name: "TollgateSQLite", condition: .when(traits: ["SQLite"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Tests. The support library holds what all of them share.
    .target(
      name: "TestSupport",
      dependencies: [
        "TollgateKit", "TollgateEditor", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime",
      ],
      path: "Tests/TestSupport"
    ),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    // A process that tests kill; no product.
    .executableTarget(
      name: "PurchaseProcess",
      dependencies: ["TollgateUsage", "TollgatePurchases", "TollgateKit", "TollgateRuntime"],
      path: "Tests/PurchaseProcess"
    ),
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
        "TollgateAnalysis", "TollgateWords", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime",
        "TestSupport",
      ],
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "TollgateKitTests",
      dependencies: [
        "TollgateKit", "TollgateWords", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "PurchaseTests",
      dependencies: [
        "PurchaseProcess", "TollgateTesting", "TollgatePurchases", "TollgateKit", "TollgateRuntime",
        "TestSupport",
      ],
      exclude: ["README.md"]
    ),
    // Signatures are tested in `Tests/Adapters`, a package of its own with the traits on.
    .testTarget(
      name: "AppStoreTests",
      dependencies: [
        "TollgateAppStore", "TollgatePurchases", "TollgateKit", "TollgateRuntime", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ImportTests",
      dependencies: [
        "TollgateImports", "TollgatePurchases", "TollgateKit", "TollgateRuntime", "TestSupport",
      ],
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "TestingTests",
      dependencies: [
        "TollgateTesting", "TollgateStoreKit", "TollgatePurchases", "TollgateKit",
        "TollgateRuntime",
        "TestSupport",
      ],
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "UsageTests",
      dependencies: [
        "PurchaseProcess", "TollgateUsage", "TollgatePurchases", "TollgateKit", "TollgateRuntime",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "FlowTests",
      dependencies: [
        "TollgateLog", "TollgateTesting", "TollgateUpdates", "TollgateSeals", "TollgateUsage",
        "TollgatePurchases", "TollgateKit", "TollgateRuntime", "TestSupport",
      ]
    ),
    .testTarget(
      name: "OpenFeatureTests",
      dependencies: [
        "TollgateOpenFeature", "TollgateTesting", "TollgateKit", "TollgateRuntime", "TestSupport",
      ]
    ),
    .testTarget(
      name: "PopulationTests",
      dependencies: [
        "TollgatePopulation", "TollgateAnalysis", "TollgateKit", "TollgateRuntime", "TestSupport",
      ],
      exclude: ["compare.py", "parse.py", "run_sql.py"]
    ),
    .testTarget(
      name: "PropertyTests",
      dependencies: [
        "TollgateKit", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "SuiteTests",
      dependencies: [
        "TollgateUsage", "TollgatePurchases", "TollgateKit", "TollgateAnalysis", "TollgateCompiler",
        "TollgateSyntax", "TollgateRuntime",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "TollgateServer", "TollgateAppStore", "TollgateImports", "TollgateUsage",
        "TollgatePurchases", "TollgateKit", "TollgateRuntime", "TestSupport",
      ]
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "tollgate", "TollgateAppStore", "TollgateImports", "TollgatePurchases", "TollgateSeals",
        "TollgateUpdates", "TollgateUsage", "TollgateEditor", "TollgateKit",
        "TollgateAnalysis", "TollgateCompiler", "TollgateRuntime", "TollgateSyntax", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "EditorTests",
      dependencies: [
        "TollgateEditor", "TollgateKit", "TollgateAnalysis", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime", "TestSupport", "tollgate",
      ],
      exclude: [
        "completion-walk.txt", "gate_colours.py", "lsp_client.py", "lsp_conversation.py",
        "lsp_speed.py",
      ]
    ),
    .testTarget(
      name: "GeneratorTests",
      dependencies: [
        "TollgateGenerator", "TollgatePolicyTool", "TollgateKit", "TollgateCompiler",
        "TollgateSyntax", "TollgateRuntime", "TestSupport",
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
  "TollgateRuntime", "TollgateSyntax", "TollgateCompiler", "TollgateWords", "TollgateAnalysis",
  "TollgateEditor",
]

// `.ci/fuzz` sets the variable: its program also tries what is in no product, histories of the
// command and edits of an editor. The command is a library then, and its `main` has another name.
let isFuzzed = Context.environment["TOLLGATE_FUZZING"] != nil

if isFuzzed, let command = package.targets.firstIndex(where: { $0.name == "tollgate" }) {
  package.targets[command] = .target(
    name: "tollgate", dependencies: package.targets[command].dependencies)
  package.products.append(
    .library(name: "TollgateInside", targets: ["tollgate", "TollgateEditor"]))
}

// `.ci/web` sets the variable: the engine without Foundation, as two modules of WebAssembly. The
// reports of the command that need no Foundation belong to the larger one.
if Context.environment["TOLLGATE_WEB"] != nil {
  package.dependencies = []
  package.products = []
  package.targets = package.targets.filter {
    embedded.contains($0.name) || $0.name == "TollgateKit"
  }
  let kit = package.targets.first { $0.name == "TollgateKit" }
  kit?.exclude = ["Gate", "Observe", "Store"]
  kit?.dependencies = ["TollgateWords", "TollgateCompiler", "TollgateSyntax", "TollgateRuntime"]
  package.targets += [
    .target(name: "TollgateWebMemory", path: "Sources/Tools/TollgateWeb/Memory"),
    .target(
      name: "TollgateWebCalls",
      dependencies: [
        "TollgateWebMemory", "TollgateKit", "TollgateWords", "TollgateCompiler", "TollgateSyntax",
        "TollgateRuntime",
      ],
      path: "Sources/Tools/TollgateWeb/Calls"),
    .executableTarget(
      name: "TollgateWebRuntime",
      dependencies: [
        "TollgateWebCalls", "TollgateWebMemory", "TollgateKit", "TollgateWords", "TollgateCompiler",
        "TollgateSyntax", "TollgateRuntime",
      ],
      path: "Sources/Tools/TollgateWeb/Runtime"),
    .executableTarget(
      name: "TollgateWeb",
      dependencies: [
        "TollgateWebCalls", "TollgateWebMemory", "TollgateKit", "TollgateEditor",
        "TollgateAnalysis", "TollgateWords",
        "TollgateCompiler", "TollgateSyntax", "TollgateRuntime",
      ],
      path: "Sources/Tools",
      sources: [
        "TollgateWeb/Full", "tollgate/Diff/DiffReport.swift",
        "tollgate/Diff/PlanChanges.swift",
      ]),
  ]
}

/// In CI a warning is an error, and nobody debugs, which saves time. Elsewhere it is not: a newer
/// compiler may have new ones.
let isStrict = Context.environment["TOLLGATE_STRICT"] != nil

/// The targets that apps can build: all that a product leads to. They have no unusual flags, however
/// an app comes to this package, because SwiftPM refuses those of a dependency.
let shipped: Set<String> = {
  var names = Set(package.products.flatMap(targets(of:)))
  var open = Array(names)
  while let name = open.popLast() {
    guard let target = package.targets.first(where: { $0.name == name }) else { continue }
    let needed = target.dependencies.compactMap { dependency -> String? in
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): name
      default: nil
      }
    }
    open += needed.filter { names.insert($0).inserted }
  }
  return names
}()

func targets(of product: Product) -> [String] {
  (product as? Product.Library)?.targets ?? (product as? Product.Plugin)?.targets ?? []
}

/// A debug build takes a sixth less of the processor without a pass that no debug build needs, and
/// in few large batches.
let quick = [
  "-Xllvm", "-sil-disable-pass=mandatory-redundant-load-elimination",
  "-driver-batch-size-limit", "1000",
]

/// Where the targets lie: one folder for each wing of the house, each with a page that says what it
/// promises.
let wings = [
  "Core": [
    "TollgateRuntime", "TollgateSyntax", "TollgateCompiler", "TollgateWords", "TollgateFiles",
    "TollgateKit",
  ],
  "Tools": [
    "TollgateAnalysis", "TollgateEditor", "TollgatePopulation", "TollgateGenerator",
    "TollgatePlugin", "TollgatePolicyTool", "TollgateServer", "tollgate",
  ],
  "Stores": [
    "TollgatePurchases", "TollgateUsage", "TollgateImports", "TollgateAppStore",
    "TollgateStoreKit", "TollgateSQLite", "TollgatePostgres", "TollgateSeals", "TollgateUpdates",
    "TollgateLog", "TollgateOpenFeature", "TollgateTesting",
  ],
]

for (wing, names) in wings {
  for target in package.targets where names.contains(target.name) {
    target.path = "Sources/\(wing)/\(target.name)"
  }
}

/// Targets without a line of Swift.
let others: Set = ["AllocationCounter", "LibPQ"]

/// Targets that no app has, and that are worth optimising in a debug build, too.
var optimised: Set = ["TestSupport", "PropertyTests"]

/// In CI the core is, too: it takes three minutes more to build, and ten less to test.
if Context.environment["TOLLGATE_OPTIMISED"] != nil {
  optimised.formUnion([
    "TollgateRuntime", "TollgateSyntax", "TollgateCompiler", "TollgateWords", "TollgateAnalysis",
    "TollgatePopulation",
  ])
}

for target in package.targets where !others.contains(target.name) && target.type != .plugin {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // The naive evaluator, the generators and the brute force take most of the time of the tests.
  if optimised.contains(target.name) { target.swiftSettings?.append(.unsafeFlags(["-O"])) }
  if isFuzzed { target.swiftSettings?.append(.unsafeFlags(["-enable-testing"])) }
  if isFuzzed, target.name == "tollgate" {
    let name = ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "tollgate_main"]
    target.swiftSettings?.append(.unsafeFlags(name))
  }
  if isStrict || !shipped.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(quick, .when(configuration: .debug)))
  }
  if isStrict {
    target.swiftSettings?.append(contentsOf: [
      .treatAllWarnings(as: .error), .unsafeFlags(["-gnone"]),
    ])
  }
  if embedded.contains(target.name) {
    target.swiftSettings?.append(.treatWarning("EmbeddedRestrictions", as: .error))
  }
}
