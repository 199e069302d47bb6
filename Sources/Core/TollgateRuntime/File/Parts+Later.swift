// Additions of edition 2. The meaning leaves them out where a policy says nothing of them, so that
// what policies of edition 1 mean has the same bytes as before.

extension RuleGraph.Parts {
  /// Appends what edition 2 added about meters and rules to the meaning.
  func writeLater(to writer: inout ByteWriter) {
    if meters.contains(where: { $0.hasClauses }) {
      writer.text("meters")
      writer.list(meters) { $0.clauses($1) }
    }
    if !insteads.isEmpty {
      writer.text("instead")
      writer.list(insteads) { $0.instead($1) }
    }
  }
}

extension Meter {
  /// Stands beside how the windows run, so that other meters have the bytes that they had.
  fileprivate static let countedForEverBit: UInt8 = 1 << 7

  fileprivate var hasClauses: Bool {
    windows != .calendar || !countedPer.isEmpty || refill != nil || isCountedForEver
  }
}

extension ByteWriter {
  /// The clauses of a meter.
  mutating func clauses(_ meter: Meter) {
    byte(meter.windows.rawValue | (meter.isCountedForEver ? Meter.countedForEverBit : 0))
    text(meter.countedPer)
    flag(meter.refill != nil)
    if let refill = meter.refill {
      number(refill.amount)
      number(refill.interval)
    }
  }

  mutating func instead(_ instead: InsteadUse) {
    index(instead.rule)
    indices(instead.targets)
  }
}

extension ByteReader {
  /// The clauses of a meter.
  mutating func clauses(of meter: inout Meter) throws(GraphError) {
    let byte = try byte()
    guard let windows = Meter.Windows(rawValue: byte & ~Meter.countedForEverBit) else {
      throw .impossible("a meter")
    }
    meter.windows = windows
    meter.isCountedForEver = byte & Meter.countedForEverBit != 0
    meter.countedPer = try text()
    guard try flag() else { return }
    meter.refill = Meter.Refill(amount: try number(), interval: try number())
  }

  mutating func instead() throws(GraphError) -> InsteadUse {
    InsteadUse(rule: try index(), targets: try indices())
  }
}
