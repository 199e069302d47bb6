import TollgateCompiler
public import TollgateRuntime
import TollgateSyntax

extension Snapshot {
  /// The snapshot in JSON, schema 1, on one line, or with each member on its own line.
  /// ``init(json:)-(String)`` reads it back; dates and versions are then texts.
  ///
  /// Missing values and defaults are left out, names are sorted, and instants are UTC. An instant
  /// outside the years 1 to 9999 becomes the first or the last instant of them. Other values that a
  /// snapshot does not allow, such as a negative counter, are written unchanged; readers refuse them.
  public func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object { writer in
      writer.member("schema", number: SnapshotJSON.schema)
      if let subject { writer.member("subject", subject) }
      writer.member("asOf", ifAny: asOf)
      writer.member("latestSeen", ifAny: latestSeen)
      writer.list("grants", grants.filter { $0.product != nil || $0.entitlement != nil }) {
        $0.write(to: &$1)
      }
      writer.table("usage", usage) { $0.write(to: &$1) }
      writer.table("allowances", allowances) { $1.integer($0) }
      writer.table("facts", facts) { $0.write(to: &$1) }
      writer.table("dismissed", dismissed) { $1.instant($0) }
      writer.table("offers", offers) { $1.boolean($0) }
    }
    return writer.text
  }
}

extension JSONWriter {
  /// An instant that can be read back.
  mutating func instant(_ instant: Instant) {
    string(InstantText.print(SnapshotJSON.readable(instant)))
  }

  /// A member that is an instant, or `null`.
  mutating func member(_ name: String, _ instant: Instant?) {
    key(name)
    if let instant { self.instant(instant) } else { null() }
  }

  /// A member that is a list of lists of texts.
  mutating func member(_ name: String, _ lists: [[String]]) {
    array(name, lists) { texts, writer in
      writer.array { for text in texts { $0.string(text) } }
    }
  }

  fileprivate mutating func member(_ name: String, ifAny instant: Instant?) {
    if let instant { member(name, instant) }
  }

  /// A member that is a list; an empty list is left out.
  fileprivate mutating func list<Element>(
    _ name: String,
    _ elements: [Element],
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    guard !elements.isEmpty else { return }
    key(name)
    array { writer in
      for element in elements { write(element, &writer) }
    }
  }

  /// A member that is an object of names, sorted; an empty object is left out.
  fileprivate mutating func table<Value>(
    _ name: String,
    _ table: [String: Value],
    _ write: (Value, inout JSONWriter) -> Void
  ) {
    guard !table.isEmpty else { return }
    key(name)
    object { writer in
      for (name, value) in table.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        write(value, &writer)
      }
    }
  }
}

extension Grant {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      if let product { writer.member("product", product) }
      if let entitlement { writer.member("entitlement", entitlement) }
      if state != .active { writer.member("state", state.rawValue) }
      writer.member("start", ifAny: start)
      writer.member("until", ifAny: until)
      if isTrial != (state == .trial) { writer.member("trial", isTrial) }
      if isOfferUsed { writer.member("offerUsed", true) }
      if let renews { writer.member("renews", renews) }
      if ownership != .purchased { writer.member("ownership", ownership.rawValue) }
      if quantity != 1 {
        writer.member("quantity", number: quantity)
      }
      if let id { writer.member("id", id) }
    }
  }
}

extension Usage {
  /// A total alone is a number.
  fileprivate func write(to writer: inout JSONWriter) {
    if let total, total == Counter(total.used), self == Usage(total: total) {
      return writer.integer(total.used)
    }
    writer.object { writer in
      for window in windows {
        guard let counter = self[window] else { continue }
        writer.key(window.name ?? "total")
        counter.write(to: &writer)
      }
    }
  }
}

extension Counter {
  fileprivate func write(to writer: inout JSONWriter) {
    if resets == nil, then.isEmpty { return writer.integer(used) }
    writer.object { writer in
      writer.member("used", number: used)
      writer.member("resets", ifAny: resets)
      guard !then.isEmpty else { return }
      writer.array("then", then) { step, writer in step.write(to: &writer) }
    }
  }
}

extension Counter.Step {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("at", at)
      writer.member("used", number: used)
    }
  }
}

extension FactValue {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .yesOrNo(let isTrue): writer.boolean(isTrue)
    case .number(let number): writer.integer(number)
    case .date(let instant): writer.instant(instant)
    case .version(let version): writer.string(VersionText.print(version))
    case .choice(let text): writer.string(text)
    }
  }
}
