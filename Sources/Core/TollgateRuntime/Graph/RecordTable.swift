/// The rules, targets or labels of a policy. They are read from `FlatTables`: an element is put
/// together when somebody asks for it.
package struct RecordTable<Element: FlatRecord>: Sendable {
  @usableFromInline let tables: FlatTables

  init(_ tables: FlatTables) {
    self.tables = tables
  }
}

/// An element that can be read from the tables.
package protocol FlatRecord: Sendable {
  /// How many of them there are.
  static func count(in tables: FlatTables) -> Int
  /// Puts one together. The tables were verified.
  init(_ tables: FlatTables, at index: Int)
}

extension RecordTable: RandomAccessCollection {
  package typealias Index = Int
  package typealias Indices = Range<Int>

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { Element.count(in: tables) }
  @inlinable package subscript(index: Int) -> Element { Element(tables, at: index) }
}

extension RuleGraph.Parts {
  /// In the order of the source.
  package var rules: RecordTable<Rule> { RecordTable(tables) }
  package var targets: RecordTable<TargetRecord> { RecordTable(tables) }
  package var labels: RecordTable<Label> { RecordTable(tables) }

  /// Puts other rules, targets or labels in the place of those that there are.
  package mutating func replace(
    rules: [Rule]? = nil, targets: [TargetRecord]? = nil, labels: [Label]? = nil
  ) {
    tables = FlatTables(
      FlatBuilder(
        rules ?? Array(self.rules), targets ?? Array(self.targets), labels ?? Array(self.labels)))
  }
}
