import Foundation
import TestSupport

/// The rules that hold for every file of a kind.
enum HouseRules {
  static let all =
    [length, invariants, documentation, smallFoundation, plainEnglish, typedConditions]
    + ImportTests.rules

  @Sendable static func sources() -> [String] {
    Repository.files(below: "Sources", endingIn: ".swift")
  }

  static let length = HouseRule(
    testDescription: "a file has at most 600 lines",
    files: {
      sources() + Repository.files(below: "Tests", endingIn: ".swift")
        + Repository.files(below: "Examples", endingIn: ".swift")
    },
    least: 300,
    broken: HouseFile("A.swift", text: String(repeating: "\n", count: 600))
  ) { file in
    file.lines.count > 600 ? ["\(file.path) has \(file.lines.count) lines"] : []
  }

  /// Code that needs a written invariant beside it, or has to go.
  private static let suspicious = [
    "fatalError(", "try!", "as!", "@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast",
    "withUnsafe", "TODO", "FIXME", "XXX", "HACK",
  ]

  static let invariants = HouseRule(
    testDescription: "code that could trap has an `Invariant:` beside it",
    files: sources, least: 300,
    broken: HouseFile("A.swift", text: "// Invariant: far above\n\n\n\n\nlet a = b as! Int")
  ) { file in
    file.places { index, line in
      suspicious.contains { line.contains($0) }
        && !file.lines[max(0, index - 4)...index].contains { $0.contains("Invariant:") }
    }
  }

  static let documentation = HouseRule(
    testDescription: "every public symbol is documented",
    files: { sources().filter { !$0.hasPrefix("Sources/Tools/tollgate/") } }, least: 400,
    broken: HouseFile(
      "A.swift", text: "/// A.\n@frozen\npublic struct A {\n  @inlinable\n  public func b() {}\n}")
  ) { file in
    let lines = file.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    return file.places { index, _ in
      guard isPublicDeclaration(lines[index]) else { return false }
      let above = lines[..<index].last { !$0.hasPrefix("@") }
      return above?.hasPrefix("///") != true
    }
  }

  private static func isPublicDeclaration(_ line: String) -> Bool {
    line.hasPrefix("public ") && !line.hasPrefix("public import")
      && !line.hasPrefix("public extension")
  }

  /// All of Foundation adds 50 MB of tables to a static command and slows its start: the command
  /// and its libraries import the smaller part where there is one.
  static let smallFoundation = HouseRule(
    testDescription: "Foundation is imported only where it has no smaller part",
    files: {
      ["Sources/Core/TollgateKit", "Sources/Tools/tollgate"].flatMap {
        Repository.files(below: $0, endingIn: ".swift")
      }
    },
    least: 100,
    broken: HouseFile("A.swift", text: "import Synchronization\nimport Foundation")
  ) { file in
    let allowed = ["#else", "#elseif canImport(Foundation)", "#if canImport(Darwin)"]
    return file.places { index, line in
      line.hasSuffix("import Foundation")
        && !allowed.contains(
          index > 0 ? file.lines[index - 1].trimmingCharacters(in: .whitespaces) : "")
    }
  }

  static let plainEnglish = HouseRule(
    testDescription: "people read plain English",
    files: {
      ["README.md"] + Repository.files(below: "Sources", endingIn: ".swift", ".md", ".tutorial")
    },
    least: 400,
    broken: HouseFile("A.md", text: "A policy with an error compiles to nothing.")
  ) { file in
    file.places { _, line in
      [
        "Holds for ever", "comes to nothing", "compiles to nothing", "/// What ", ". What ",
        "- What ",
      ].contains { line.contains($0) }
    }
  }

  static let typedConditions = HouseRule(
    testDescription: "the numbers of conditions stay in the compiled file",
    files: {
      let own = ["Sources/Core/TollgateRuntime/Flat/", "Sources/Core/TollgateRuntime/File/"]
      return sources().filter { path in !own.contains { path.hasPrefix($0) } }
    },
    least: 300,
    broken: HouseFile("A.swift", text: "let child = graph[node: index].flat.a")
  ) { file in
    file.places { _, line in
      line.contains("FlatNode") || line.hasSuffix(".flat") || line.contains(".flat.")
    }
  }
}
