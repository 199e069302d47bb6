extension RuleGraph.Parts {
  /// Takes the rules, targets and labels from where they were put together; nothing is left there.
  package mutating func take(_ builder: inout FlatBuilder) throws(GraphError) {
    var writer = ByteWriter()
    builder.write(to: &writer)
    builder = FlatBuilder()
    var reader = ByteReader(writer.bytes[...])
    let tables = try FlatTables(&reader, in: writer.bytes, withLookups: false)
    rules = RecordTable(tables)
    targets = RecordTable(tables)
    labels = RecordTable(tables)
  }

  /// Makes lists of the rules, targets and labels, which are faster to go through than tables.
  package mutating func unfold() {
    rules.unfold()
    targets.unfold()
    labels.unfold()
  }

  /// The tables that the rules, targets and labels lie in, if they lie in tables.
  var tables: FlatTables? {
    guard let tables = rules.tables, targets.tables === tables, labels.tables === tables else {
      return nil
    }
    return tables
  }
}
