extension ByteWriter {
  /// The meaning of the rules and targets of some tables, like `RuleGraph.Parts.meaning` of lists.
  mutating func meaning(of tables: FlatTables) {
    reserve(bytes.count + tables.texts.count + 16 * tables.rules.count)
    // Equal parts of rules are written once, and copied.
    var clauses = ByteWriter()
    var ends = [0]
    tables.details.forEach { _, details in
      clauses.clauses(details, tables)
      ends.append(clauses.bytes.count)
    }
    count(tables.rules.count)
    for index in 0..<tables.rules.count {
      let rule = tables.rules[index]
      let details = Int(rule.details)
      self.index(rule.requirement)
      self.index(rule.inForce)
      self.index(rule.condition)
      self.index(rule.soft)
      byte(tables.clauses[details].effect.rawValue)
      let limit = rule.limit < 0 ? nil : tables.limits[Int(rule.limit)]
      flag(limit != nil)
      if let limit { self.limit(limit) }
      raw(clauses.bytes[ends[details]..<ends[details + 1]])
    }
    count(tables.targets.count)
    for index in 0..<tables.targets.count {
      let target = tables.targets[index]
      text(utf8: tables.utf8(target.name))
      self.index(target.labelNumber)
      self.index(target.meterNumber)
      let rules = tables.rules(ofTarget: index)
      count(rules.count)
      for rule in rules { self.index(rule) }
      count(Int(target.benefits.count))
      for benefit in tables.benefits[target.benefits.range] { self.index(benefit) }
    }
  }

  private mutating func clauses(_ details: FlatDetails, _ tables: FlatTables) {
    flag(details.runningUseMayFinish == 1)
    list(tables.needSets[details.needs]) { writer, set in
      writer.list(tables.needs[set.range]) { $0.need(FlatTables.need($1)) }
    }
    text(utf8: tables.utf8(details.presentation))
    number(details.snooze)
    flag(details.isDismissible == 1)
    list(tables.reminders[details.reminders]) { $0.reminder($1.reminder) }
    index(details.message)
    text(utf8: tables.utf8(details.because))
  }

  private mutating func text(utf8: ArraySlice<UInt8>) {
    count(utf8.count)
    raw(utf8)
  }
}
