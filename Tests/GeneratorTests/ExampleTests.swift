import Foundation
import TestSupport
import Testing

@testable import TollgateGenerator

/// The examples in the doc comments of the libraries, compiled as an app would: with the public
/// modules, and with the names that the plugin writes for `Tests/ExampleNames/Shop.gate`.
@Suite struct ExampleTests {
  /// The libraries that apps import. What TollgateSQLite and TollgatePostgres declare is there only
  /// with their traits: `Tests/Adapters` compiles those, and here their examples only have to be
  /// there.
  private static let libraries = [
    "TollgateKit", "TollgateRuntime", "TollgatePurchases", "TollgateUsage", "TollgateTesting",
    "TollgateUpdates", "TollgateSeals", "TollgateLog", "TollgateImports", "TollgateAppStore",
    "TollgateOpenFeature",
  ]
  private static let behindTraits = ["TollgateSQLite", "TollgatePostgres"]

  /// The types without an example, and why: none.
  private static let exceptions: [String: String] = [:]

  /// The files whose examples are not compiled, and why.
  private static let others = [
    "Sources/Core/TollgateKit/Names/FactConvertible.swift":
      "its setting is without limit, and has the name of one that has a limit elsewhere"
  ]

  private static func files(of libraries: [String]) -> [String] {
    libraries.flatMap { library in
      ["Core", "Stores"].flatMap {
        Repository.files(below: "Sources/\($0)/\(library)", endingIn: ".swift")
      }
    }
    // A file for the app's own target, which asks for another package.
    .filter { !$0.contains("/Provider/") }
  }

  @Test("every example of the documentation compiles, and a wrong one is found")
  func compile() throws {
    let paths = Self.files(of: Self.libraries).filter { Self.others[$0] == nil }
    let examples = try paths.flatMap { path in
      ExampleFile(path, try Repository.text(path)).examples
    }
    #expect(examples.count > 100)
    let right = try check(examples)
    #expect(right.status == 0, "\(right.errors)")
    let wrong = try check([
      Example(path: "Sources/Core/TollgateKit/A.swift", line: 7, text: "gate.cann(.csvExport)")
    ])
    #expect(wrong.status != 0)
    #expect(wrong.errors.contains("A.swift:7:"), "\(wrong.errors)")
  }

  @Test("every public type has an example, or is nested in one that has")
  func coverage() throws {
    var missing: Set<String> = []
    // A protocol may be declared twice, for two kinds of builds.
    var having: Set<String> = []
    var count = 0
    for path in Self.files(of: Self.libraries + Self.behindTraits) {
      let types = ExampleFile(path, try Repository.text(path)).types
      count += types.count
      for type in types {
        if type.hasExample { having.insert(type.name) } else { missing.insert(type.name) }
      }
    }
    missing.subtract(having)
    #expect(count > 120)
    #expect(missing.subtracting(Self.exceptions.keys).sorted() == [])
    // An exception that is none any more goes.
    #expect(Set(Self.exceptions.keys).subtracting(missing).sorted() == [])
  }

  @Test func aTypeWithoutAnExampleIsFound() {
    let file = ExampleFile(
      "A.swift",
      """
      /// A.
      ///
      /// ```swift
      /// A()
      /// ```
      @frozen
      public struct A {
        /// In A.
        public enum B {}
      }
      #if canImport(StoreKit)
        /// C.
        public final class C {}
      #endif
      extension A {
        public struct D {}
      }
      """)
    #expect(file.types.map(\.name) == ["A", "C"])
    #expect(file.types.map(\.hasExample) == [true, false])
    #expect(file.examples.map(\.text) == ["A()"])
    #expect(file.examples.map(\.line) == [4])
  }

  /// Type-checks examples as functions of one file.
  private func check(_ examples: [Example]) throws -> Shell.Result {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = Generator.generate([Repository.url("Tests/ExampleNames/Shop.gate").path])
    try #require(!names.hasErrors)
    var text =
      Self.libraries.map { "import \($0)\n" }.joined() + "import Foundation\nimport Testing\n"
    for (place, example) in examples.enumerated() { text += example.function(place) }
    var files: [String] = []
    for (name, text) in [("ShopNames.swift", names.source), ("Examples.swift", text)] {
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      files.append(file.path)
    }
    files += Repository.files(below: "Tests/ExampleNames", endingIn: ".swift")
      .map { Repository.url($0).path }
    let modules = Shell.tollgate.deletingLastPathComponent().appendingPathComponent("Modules")
    return try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "swiftc", "-swift-version", "6", "-typecheck", "-parse-as-library", "-suppress-warnings",
        "-I", modules.path,
      ] + files)
  }
}

/// An example of a doc comment.
struct Example {
  var path: String
  /// Its first line in the file, from 1.
  var line: Int
  var text: String

  /// The library whose example it is.
  private var library: Substring { path.split(separator: "/")[2] }

  /// The example as a function among the names of its library. Its mistakes are told at their place
  /// in the documentation.
  func function(_ place: Int) -> String {
    """
    extension \(library)App {
    func example\(place)() async throws {
    #sourceLocation(file: "\(path)", line: \(line))
    \(text)
    #sourceLocation()
    }
    }

    """
  }
}

/// The examples of a file, and its types.
struct ExampleFile {
  /// A public type that is not in another type.
  struct PublicType {
    var name: String
    var hasExample: Bool
  }

  private(set) var examples: [Example] = []
  private(set) var types: [PublicType] = []

  init(_ path: String, _ text: String) {
    var example: Example?
    var hasExample = false
    /// How many blocks of `#if` a line stands in: each indents it once.
    var conditions = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let trimmed = line.drop { $0 == " " }
      guard !trimmed.hasPrefix("///") else {
        let words = trimmed.dropFirst(3).dropFirst(trimmed.hasPrefix("/// ") ? 1 : 0)
        if words == "```swift" {
          example = Example(path: path, line: index + 2, text: "")
        } else if words == "```", var found = example {
          found.text.removeLast(found.text.hasSuffix("\n") ? 1 : 0)
          // A line of a manifest is no Swift of an app.
          if !found.text.hasPrefix(".") { examples.append(found) }
          hasExample = true
          example = nil
        } else {
          example?.text += words + "\n"
        }
        continue
      }
      if trimmed.hasPrefix("#if") { conditions += 1 }
      if trimmed.hasPrefix("#endif") { conditions -= 1 }
      let indent = line.count - trimmed.count
      if indent == conditions * 2, let name = Self.publicType(trimmed) {
        types.append(PublicType(name: name, hasExample: hasExample))
      }
      if !trimmed.hasPrefix("@") { hasExample = false }
    }
  }

  /// The name of the type that a line declares.
  private static func publicType(_ line: Substring) -> String? {
    var words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard words.first == "public" else { return nil }
    words.removeFirst()
    while let word = words.first, ["final", "indirect"].contains(word) { words.removeFirst() }
    guard words.count > 1, ["struct", "enum", "class", "actor", "protocol"].contains(words[0])
    else {
      return nil
    }
    return String(words[1])
  }
}
