/// The names of one type of Swift, each used once.
struct NameScope {
  /// The type, in messages.
  let type: String
  /// The name of the policy behind each name of Swift; nil for those that the type has for itself.
  private var names: [SwiftName: String?]
  private(set) var faults: [NameFault] = []

  /// A scope of a type with some names of its own.
  init(_ type: String, taken: [String] = []) {
    self.type = type
    names = Dictionary(taken.map { (SwiftName($0), nil) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of Swift for a name of the policy. A fault is noted, and the name given all the same.
  mutating func add(_ name: String, as swift: SwiftName? = nil) -> SwiftName {
    let swift = swift ?? SwiftName(name)
    if !swift.isIdentifier {
      faults.append(.unreadable(name))
    } else if SwiftName.forbidden.contains(swift.text) {
      faults.append(.forbidden(name))
    } else if let other = names[swift] {
      faults.append(other.map { .twice(name, $0, swift) } ?? .taken(name, swift, by: type))
    } else {
      names[swift] = name
    }
    return swift
  }

  /// The type of the choices of a name: the same with a capital letter; where that is taken, with
  /// `Choice` behind it, and a number if need be.
  mutating func addType(ofChoices name: String) -> SwiftName {
    let swift = SwiftName(name).capitalized
    var (type, number) = (swift, 1)
    while names[type] != nil {
      type = SwiftName(exactly: swift.text + "Choice" + (number == 1 ? "" : String(number)))
      number += 1
    }
    return add(name, as: type)
  }

  /// The name of the policy behind a name of Swift; nil where there is none.
  func name(behind swift: SwiftName) -> String? { names[swift].flatMap { $0 } }
}
