import TollgateCompiler
import TollgateKit
import TollgateRuntime

/// A snapshot as a line has it, its names and texts still where they are in the line: enough to
/// fill the columns of a cohort.
///
/// It takes what `Snapshot(json:)` takes, and gives up on more: see ``LineScanner``.
struct ScannedUser {
  typealias Text = LineScanner.Text

  private(set) var subject: Text?
  private var asOf: Instant?
  private var latestSeen: Instant?
  private var grants: [(grant: Grant, product: Text?, entitlement: Text?)] = []
  private var counters: [(meter: Text, window: Window, used: Int64, resets: Instant?)] = []
  private var allowances: [(name: Text, amount: Int64)] = []
  private var facts: [(name: Text, value: Value)] = []

  private enum Value {
    case yesOrNo(Bool)
    case number(Int64)
    case text(Text)
  }

  /// Nil for a line that the careful reader has to read.
  init?(_ line: [UInt8]) {
    var scanner = LineScanner(line)
    var isSchema1 = false
    let isRead = scanner.object { scanner, key in
      if key.isWord("schema") {
        isSchema1 = scanner.number() == 1
        return isSchema1
      }
      return readMember(key, &scanner)
    }
    guard isRead, isSchema1, scanner.isAtEnd else { return nil }
  }

  private mutating func readMember(_ key: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    if key.isWord("subject") { return ScannedUser.take(scanner.text(), &subject) }
    if key.isWord("asOf") { return ScannedUser.take(scanner.instant(), &asOf) }
    if key.isWord("latestSeen") { return ScannedUser.take(scanner.instant(), &latestSeen) }
    if key.isWord("grants") { return scanner.list { readGrant(&$0) } }
    if key.isWord("usage") { return scanner.object { readUsage(of: $1, &$0) } }
    if key.isWord("allowances") { return scanner.object { readAllowance($1, &$0) } }
    if key.isWord("facts") { return scanner.object { readFact($1, &$0) } }
    if key.isWord("dismissed") {
      return scanner.object { scanner, _ in scanner.null() || scanner.instant() != nil }
    }
    if key.isWord("offers") {
      return scanner.object { scanner, _ in scanner.null() || scanner.boolean() != nil }
    }
    return scanner.skip()
  }

  /// Keeps a value that was read; false if there is none.
  private static func take<Found>(_ value: Found?, _ place: inout Found?) -> Bool {
    place = value
    return value != nil
  }

  private mutating func readGrant(_ scanner: inout LineScanner) -> Bool {
    var grant = Grant()
    var product: Text?
    var entitlement: Text?
    var isTrial: Bool?
    let isRead = scanner.object { scanner, key in
      if scanner.null() { return true }
      if key.isWord("product") { return ScannedUser.take(scanner.text(), &product) }
      if key.isWord("entitlement") { return ScannedUser.take(scanner.text(), &entitlement) }
      if key.isWord("until") { return ScannedUser.take(scanner.instant(), &grant.until) }
      if key.isWord("start") { return ScannedUser.take(scanner.instant(), &grant.start) }
      if key.isWord("state") {
        guard let state = scanner.text() else { return false }
        grant.state = Grant.State.called(state)
        return true
      }
      if key.isWord("offerUsed") { return scanner.boolean() != nil }
      if key.isWord("trial") { return ScannedUser.take(scanner.boolean(), &isTrial) }
      if key.isWord("ownership") {
        guard let ownership = scanner.text() else { return false }
        grant.ownership =
          Grant.Ownership(rawValue: String(decoding: ownership, as: UTF8.self)) ?? .other
        return true
      }
      if key.isWord("quantity") {
        grant.quantity = scanner.number() ?? 0
        return grant.quantity > 0
      }
      if key.isWord("renews") { return scanner.boolean() != nil }
      if key.isWord("id") { return scanner.text() != nil }
      return scanner.skip()
    }
    guard isRead, product != nil || entitlement != nil else { return false }
    grant.isTrial = isTrial ?? (grant.state == .trial)
    grants.append((grant, product, entitlement))
    return true
  }

  private mutating func readUsage(of meter: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    guard scanner.next == UInt8(ascii: "{") else {
      guard let used = scanner.number() else { return false }
      counters.append((meter, .total, used, nil))
      return true
    }
    return scanner.object { scanner, name in
      guard let window = Window.called(name) else { return scanner.skip() }
      if scanner.null() { return true }
      return readCounter(of: meter, window, &scanner)
    }
  }

  /// A counter with several steps is for the careful reader.
  private mutating func readCounter(
    of meter: Text, _ window: Window, _ scanner: inout LineScanner
  ) -> Bool {
    guard scanner.next == UInt8(ascii: "{") else {
      guard let used = scanner.number() else { return false }
      counters.append((meter, window, used, nil))
      return true
    }
    var used: Int64?
    var resets: Instant?
    let isRead = scanner.object { scanner, key in
      if key.isWord("used") { return ScannedUser.take(scanner.number(), &used) }
      if scanner.null() { return true }
      if key.isWord("resets") { return ScannedUser.take(scanner.instant(), &resets) }
      return !key.isWord("then") && scanner.skip()
    }
    guard isRead, let used else { return false }
    counters.append((meter, window, used, resets))
    return true
  }

  private mutating func readAllowance(_ name: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    guard let amount = scanner.number() else { return false }
    allowances.append((name, amount))
    return true
  }

  private mutating func readFact(_ name: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    let value: Value
    switch scanner.next {
    case UInt8(ascii: "\""):
      guard let text = scanner.text() else { return false }
      value = .text(text)
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      guard let isTrue = scanner.boolean() else { return false }
      value = .yesOrNo(isTrue)
    default:
      guard let number = scanner.number() else { return false }
      value = .number(number)
    }
    facts.append((name, value))
    return true
  }

  // MARK: Writing

  /// Writes the user as a policy has it; false for a fact that the careful reader has to read.
  func write(to writer: inout RowWriter) -> Bool {
    writer.begin(asOf: asOf, latestSeen: latestSeen)
    for (grant, product, entitlement) in grants {
      writer.add(grant, product: product, entitlement: entitlement)
    }
    for counter in counters {
      writer.count(counter.meter, counter.window, counter.used, resets: counter.resets)
    }
    for (name, amount) in allowances { writer.allow(name, amount) }
    for (name, value) in facts {
      guard let fact = writer.fact(name) else { continue }
      switch (writer.graph[fact: fact].type, value) {
      case (.yesOrNo, .yesOrNo(let isTrue)): writer.report(fact, .yesOrNo(isTrue))
      case (.number, .number(let number)): writer.report(fact, .number(number))
      case (.choice, .text(let text)): writer.report(fact, choice: text)
      case (.date, .text(let text)):
        guard case .success(let date) = InstantText.parse(utf8: text) else { return false }
        writer.report(fact, .date(date))
      case (.version, .text(let text)):
        guard
          case .success(let version) = VersionText.parse(String(decoding: text, as: UTF8.self))
        else { return false }
        writer.report(fact, .version(version))
      default: return false
      }
    }
    if let subject { writer.identify(subject) }
    return true
  }

  /// The value of a fact, as a snapshot of the policy would have it; a user of whom nothing is
  /// said has no words. False where only the careful reader can tell.
  func words(ofFact name: String, in graph: RuleGraph) -> (isKnown: Bool, words: String?) {
    let type = graph.names.facts[name].map { graph[fact: $0].type }
    for fact in facts where String(decoding: fact.name, as: UTF8.self) == name {
      switch fact.value {
      case .yesOrNo(let isTrue): return (true, isTrue ? "yes" : "no")
      case .number(let number): return (true, "\(number)")
      case .text(let text):
        return (type == .choice || type == nil, String(decoding: text, as: UTF8.self))
      }
    }
    return (true, nil)
  }
}

extension LineScanner {
  /// An instant in quotation marks.
  fileprivate mutating func instant() -> Instant? {
    guard let text = text(), case .success(let instant) = InstantText.parse(utf8: text) else {
      return nil
    }
    return instant
  }
}

extension Grant.State {
  /// The state of a name; `other` for one that Tollgate does not know.
  fileprivate static func called(_ name: LineScanner.Text) -> Grant.State {
    if name.isWord("active") { return .active }
    return Grant.State(rawValue: String(decoding: name, as: UTF8.self)) ?? .other
  }
}

extension Window {
  /// The window of a name in a snapshot; nil for one that is passed over.
  fileprivate static func called(_ name: LineScanner.Text) -> Window? {
    if name.isWord("total") { return .total }
    if name.isWord("day") { return .day }
    if name.isWord("month") { return .month }
    return Window(name: String(decoding: name, as: UTF8.self))
  }
}
