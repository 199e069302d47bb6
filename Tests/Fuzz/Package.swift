// swift-tools-version: 6.2
import PackageDescription

// One program that libFuzzer drives; `.ci/fuzz SECONDS` builds and runs it. The kept inputs in
// `Corpus` run in `CommandTests` as well, without libFuzzer.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "Tollgate", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "TollgateImports", package: "Tollgate"),
        .product(name: "TollgateInside", package: "Tollgate"),
        .product(name: "TollgateKit", package: "Tollgate"),
        .product(name: "TollgateRuntime", package: "Tollgate"),
        .product(name: "TollgateSeals", package: "Tollgate"),
      ],
      path: "Sources",
      // `main` is in `Entry.swift`.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]
    )
  ],
  swiftLanguageModes: [.v6]
)
