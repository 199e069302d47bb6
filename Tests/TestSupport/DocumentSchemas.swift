import Foundation
package import TollgateKit

/// The schemas that `tollgate schema` prints. Every JSON document that a test gets from the command
/// is checked against the one it belongs to.
package enum DocumentSchemas {
  /// A document that does not fit its schema.
  package struct Misfit: Error, CustomStringConvertible {
    package var description: String
  }

  /// The schemas by name, with unlisted keys forbidden: a new key belongs into the schema.
  package static let all: [String: JSONSchema] = {
    do {
      let names = try Shell.run(Shell.tollgate, ["schema"]).output.split(separator: "\n")
        .compactMap { $0.split(separator: " ").first.map { String($0) } }
      let schemas = try names.map { name in
        let text = try Shell.run(Shell.tollgate, ["schema", name]).output
        return (name, try JSONSchema(text: text, isStrict: true))
      }
      return Dictionary(uniqueKeysWithValues: schemas)
    } catch {
      return [:]
    }
  }()

  /// What is wrong with a document.
  package static func failures(of document: JSONValue, _ name: String) -> [String] {
    all[name]?.failures(of: document) ?? ["there is no schema \(name)"]
  }

  /// Throws if the command printed JSON that does not fit its schema.
  package static func check(_ output: String, of arguments: [String]) throws {
    guard let name = name(of: arguments), output.hasPrefix("{") else { return }
    // Of a long batch, the first lines.
    let documents =
      name == "answer"
      ? output.split(separator: "\n", maxSplits: 100).prefix(100).map { String($0) } : [output]
    for text in documents {
      let failures = failures(of: try JSONReader.read(Array(text.utf8)), name)
      guard failures.isEmpty else {
        let list = failures.prefix(5).joined(separator: "\n")
        throw Misfit(description: "\(arguments): not a document of the schema \(name):\n\(list)")
      }
    }
  }

  /// The schema of what a command prints; nil if that is no JSON of Tollgate's own.
  private static func name(of arguments: [String]) -> String? {
    guard let command = arguments.first else { return nil }
    if command == "check", arguments.contains("--batch") { return "answer" }
    if command == "snapshot" { return "snapshot" }
    guard let format = arguments.firstIndex(of: "--format"), format + 1 < arguments.count,
      arguments[format + 1] == "json"
    else { return nil }
    var isFolder: ObjCBool = false
    if command == "diff", arguments.count > 1,
      FileManager.default.fileExists(atPath: arguments[1], isDirectory: &isFolder),
      isFolder.boolValue
    {
      return "diff-folders"
    }
    return command == "check" ? "decision" : command
  }
}
