extension RuleGraph {
  /// Every target: features and series in order of declaration, then meters.
  package var targets: [Target] {
    parts.targets.indices.map { Target(index: Int32($0)) }
  }

  /// The targets that a name means: itself, the members of a group, or of a range `L1..L3`
  /// inside a series; `everything` is every feature. Nil for any other name.
  package func members(of name: String) -> [Target]? {
    if let target = target(name) { return [target] }
    if let group = names.groups[name] {
      return parts.groups[Int(group)].members.map(Target.init(index:))
    }
    if name == "everything" { return features }
    return range(name)
  }

  private var features: [Target] {
    var found: [Target] = []
    for (index, target) in parts.targets.dropLast(parts.settings.count).enumerated()
    where target.meter == nil {
      found.append(Target(index: Int32(index)))
    }
    return found
  }

  /// The members of a range: both ends are declared, in one series, the first not after the last.
  private func range(_ name: String) -> [Target]? {
    let utf8 = Array(name.utf8)
    guard utf8.count > 4, let dots = RuleGraph.dots(in: utf8),
      let first = names.targets[String(decoding: utf8[..<dots], as: UTF8.self)],
      let last = names.targets[String(decoding: utf8[(dots + 2)...], as: UTF8.self)],
      first <= last
    else { return nil }
    for group in parts.groups where group.isSeries {
      guard group.members.first ?? .max <= first, last <= group.members.last ?? .min
      else { continue }
      return (first...last).map(Target.init(index:))
    }
    return nil
  }

  private static func dots(in name: [UInt8]) -> Int? {
    var index = 1
    while index + 2 < name.count {
      if name[index] == UInt8(ascii: "."), name[index + 1] == UInt8(ascii: ".") { return index }
      index += 1
    }
    return nil
  }
}

extension TargetGroup {
  /// Whether it is a whole series rather than a declared group.
  package var isSeries: Bool {
    let utf8 = Array(name.utf8)
    for index in utf8.indices.dropLast()
    where utf8[index] == UInt8(ascii: ".") && utf8[index + 1] == UInt8(ascii: ".") {
      return true
    }
    return false
  }
}
