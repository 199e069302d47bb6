// What a graph takes from its tables when it is made, without putting a single record together.

extension Table<Rule> {
  /// What an evaluation reads of each rule.
  var cores: [RuleCore] {
    guard let tables else { return map { RuleCore($0) } }
    var cores: [RuleCore] = []
    cores.reserveCapacity(count)
    tables.rules.forEach { cores.append(tables.core($1)) }
    return cores
  }
}

extension Table<TargetRecord> {
  /// The rules of all targets, and where those of each begin.
  var rules: (rules: [Int32], starts: [Int32]) {
    if let tables { return (tables.targetRules, tables.targetRuleStarts) }
    var rules: [Int32] = []
    var starts: [Int32] = [0]
    starts.reserveCapacity(count + 1)
    for target in self {
      rules += target.rules
      starts.append(Int32(rules.count))
    }
    return (rules, starts)
  }

  /// The target that each name stands for.
  var names: NameIndex {
    var size = 0
    guard let tables else {
      for target in self { size += target.name.utf8.count }
      var names = NameIndex(count: count, size: size)
      for (index, target) in enumerated() { names.insert(target.name, Int32(index)) }
      return names
    }
    tables.targets.forEach { size += Int($1.name.count) }
    var names = NameIndex(count: count, size: size)
    tables.targets.forEach { names.insert(tables.utf8($1.name), Int32($0)) }
    return names
  }

  /// The target of each meter.
  func byMeter(of count: Int) -> [Int32] {
    var targets = [Int32](repeating: -1, count: count)
    if let tables {
      tables.targets.forEach { if $1.meter >= 0 { targets[Int($1.meter)] = Int32($0) } }
    } else {
      for (index, target) in enumerated() where target.meter >= 0 {
        targets[Int(target.meter)] = Int32(index)
      }
    }
    return targets
  }
}
