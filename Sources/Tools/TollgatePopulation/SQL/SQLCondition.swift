/// A condition of SQL, without `NOT` and without `NULL`.
indirect enum SQLCondition: Hashable {
  case never, always
  /// A comparison of one column.
  case test(String)
  case all([SQLCondition])
  case any([SQLCondition])

  /// All of some conditions; what never matters is left out.
  static func conjunction(_ parts: [SQLCondition]) -> SQLCondition {
    var kept: [SQLCondition] = []
    for part in parts {
      switch part {
      case .never: return .never
      case .always: break
      case .all(let inner): kept += inner.filter { !kept.contains($0) }
      case .test, .any: if !kept.contains(part) { kept.append(part) }
      }
    }
    return kept.isEmpty ? .always : kept.count == 1 ? kept[0] : .all(kept)
  }

  /// One of some conditions.
  static func disjunction(_ parts: [SQLCondition]) -> SQLCondition {
    var kept: [SQLCondition] = []
    for part in parts {
      switch part {
      case .always: return .always
      case .never: break
      case .any(let inner): kept += inner.filter { !kept.contains($0) }
      case .test, .all: if !kept.contains(part) { kept.append(part) }
      }
    }
    return kept.isEmpty ? .never : kept.count == 1 ? kept[0] : .any(kept)
  }

  /// How many comparisons it has.
  var size: Int {
    switch self {
    case .never, .always, .test: 1
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.size }
    }
  }

  /// As it is written; every engine reads `1 = 0`.
  var text: String {
    switch self {
    case .never: "1 = 0"
    case .always: "1 = 1"
    case .test(let text): text
    case .all(let parts): parts.map { $0.part }.joined(separator: " AND ")
    case .any(let parts): parts.map { $0.part }.joined(separator: " OR ")
    }
  }

  /// The same as a part of another one.
  private var part: String {
    switch self {
    case .never, .always, .test: text
    case .all, .any: "(\(text))"
    }
  }
}
