import Foundation

/// The choices of an app about its names, in a file `tollgate-names.json` beside its policies:
/// `{"access": "public", "types": {"Shop.gate": "ShopPolicy"}}`.
struct NameOptions {
  /// The name of the file.
  static let file = "tollgate-names.json"

  /// Who sees the names.
  enum Access: String, CaseIterable {
    case `internal`
    case package
    case `public`

    /// The word before a declaration, with its blank.
    var word: String { self == .internal ? "" : rawValue + " " }
  }

  var access = Access.internal
  /// The type of each policy, by the name of its file.
  var types: [String: SwiftName] = [:]

  /// A mistake in the file, and its remedy.
  struct Fault: Error, Equatable {
    let words: String
    let help: String
  }

  /// An app that says nothing.
  init() {}

  /// Reads the file for policies of these names.
  init(_ data: Data, policies: [String]) throws(Fault) {
    guard let value = try? JSONSerialization.jsonObject(with: data),
      let object = value as? [String: Any]
    else {
      throw Fault(words: "it is not an object of JSON", help: "write {\"access\": \"public\"}")
    }
    for key in object.keys.sorted() where key != "access" && key != "types" {
      throw Fault(words: "it has no key `\(key)`", help: "the keys are `access` and `types`")
    }
    if let word = object["access"] {
      guard let access = (word as? String).flatMap({ Access(rawValue: $0) }) else {
        throw Fault(
          words: "`access` is not `\(word)`",
          help: "write \(Access.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))")
      }
      self.access = access
    }
    guard let types = object["types"] else { return }
    guard let types = types as? [String: String] else {
      throw Fault(
        words: "`types` is no object of texts", help: "write {\"Shop.gate\": \"ShopPolicy\"}")
    }
    for (policy, type) in types.sorted(by: { $0.key < $1.key }) {
      guard policies.contains(policy) else {
        throw Fault(
          words: "there is no policy `\(policy)`",
          help: "the policies are \(policies.map { "`\($0)`" }.joined(separator: ", "))")
      }
      let name = SwiftName(exactly: type)
      guard name.isIdentifier, name.source == type, !SwiftName.forbidden.contains(type) else {
        throw Fault(words: "`\(type)` cannot be a type of Swift", help: "write another name")
      }
      self.types[policy] = name
    }
  }
}
