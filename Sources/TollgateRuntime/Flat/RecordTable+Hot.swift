// What is taken from the tables without putting a single record together.

extension RecordTable<Rule> {
  /// What an evaluation reads of each rule.
  var cores: [RuleCore] {
    tables?.cores ?? map { RuleCore($0) }
  }

  func place(of rule: Int32) -> Rule.Place {
    guard let tables else { return elements[Int(rule)].place }
    return tables.place(of: tables.rules[Int(rule)])
  }

  func prompt(of rule: Int32) -> PromptStyle {
    guard let tables else { return elements[Int(rule)].prompt }
    return tables.prompt(of: tables.details(of: rule))
  }

  func reminders(of rule: Int32) -> [Reminder] {
    guard let tables else { return elements[Int(rule)].reminders }
    return tables.reminders[tables.details(of: rule).reminders].map { $0.reminder }
  }

  /// The minimal sets of needs, each by a name.
  func needs<Name>(of rule: Int32, _ name: (Rule.Need) -> Name) -> [[Name]] {
    guard let tables else { return elements[Int(rule)].needs.map { $0.map(name) } }
    return tables.needs(of: tables.details(of: rule), name)
  }
}

extension RecordTable<TargetRecord> {
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
    guard let tables else { return NameIndex(lazy.map { $0.name }) }
    guard let lookups = tables.lookups else { return NameIndex(of: tables.names) }
    return NameIndex(of: tables.names, slots: lookups.nameSlots, others: lookups.otherNames)
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
