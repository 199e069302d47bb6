import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Files that somebody wrote on purpose, with a checksum that fits: whatever they say is in range,
/// or they are refused with the part that is not.
@Suite struct ForgedFileTests {
  private func graph() throws -> RuleGraph {
    let result = Compiler.compile(Source(name: "a.gate", text: CompiledFileTests.source))
    return try #require(result.graph)
  }

  /// A file of other parts, with the fingerprint of the real ones.
  private func file(_ change: (inout RuleGraph.Parts) -> Void) throws -> [UInt8] {
    let graph = try graph()
    var parts = graph.parts
    change(&parts)
    return RuleGraph(verified: parts, digest: graph.digest).compiled()
  }

  private func expectRefused(
    _ part: String, at location: SourceLocation = #_sourceLocation,
    _ change: (inout RuleGraph.Parts) -> Void
  ) throws {
    let bytes = try file(change)
    #expect(throws: GraphError.impossible(part), sourceLocation: location) {
      try RuleGraph(compiled: bytes)
    }
  }

  @Test func theRealFileIsRead() throws {
    #expect(try RuleGraph(compiled: file { _ in }).isGenuine())
  }

  @Test func durationsAreThoseThatAPolicyCanSay() throws {
    for value: Int64 in [-1, .min, .max, 9_223_372_036_854_775_001] {
      try expectRefused("a product") { $0.products[0].grace = value }
    }
    for value: Int64 in [-2, .min, .max] {
      try expectRefused("a product") { $0.products[0].trial = value }
      try expectRefused("the header") { $0.trust = value }
      try expectRefused("the header") { $0.promptSnooze = value }
      try expectRefused("a rule") { parts in
        var rules = Array(parts.rules)
        rules[0].prompt.snooze = value
        parts.replace(rules: rules, targets: Array(parts.targets))
      }
    }
    let longest = try file { $0.products[0].grace = 9_223_372_036_854_775_000 }
    #expect(try RuleGraph(compiled: longest).parts.products[0].grace > 0)
  }

  @Test func labelsAreThoseOfTheFile() throws {
    for label: LabelIndex in [-2, 99_999, .min, .max] {
      try expectRefused("an entitlement") { $0.entitlements[0].label = label }
      try expectRefused("an entitlement") { $0.entitlements[0].benefits = [label] }
      try expectRefused("a product") { $0.products[0].label = label }
      try expectRefused("a product") { $0.products[0].benefits = [label] }
      try expectRefused("the header") { $0.label = label }
      try expectRefused("a target") { parts in
        var targets = Array(parts.targets)
        targets[0].label = label
        parts.replace(targets: targets)
      }
      try expectRefused("a rule") { parts in
        var rules = Array(parts.rules)
        rules[0].message = label
        parts.replace(rules: rules)
      }
    }
  }

  @Test func aBenefitIsALabel() throws {
    try expectRefused("an entitlement") { $0.entitlements[0].benefits = [-1] }
    try expectRefused("a product") { $0.products[0].benefits = [-1] }
    try expectRefused("a target") { parts in
      var targets = Array(parts.targets)
      targets[0].benefits = [-1]
      parts.replace(targets: targets)
    }
  }

  @Test func ranksAndMetersAreThoseOfTheFile() throws {
    try expectRefused("an entitlement") { $0.entitlements[0].rank = nil }
    for index: Int32 in [-2, .min] {
      try expectRefused("an entitlement") { $0.entitlements[0].rank = index }
      try expectRefused("a target") { parts in
        var targets = Array(parts.targets)
        targets[0].meter = index
        parts.replace(targets: targets)
      }
    }
  }

  @Test func conditionsCompareWithWhatCanBe() throws {
    for value: Int64 in [.min, .max, -62_135_596_800_001, 253_402_300_800_001] {
      try expectRefused("a condition") { $0.nodes.append(.timeAtLeast(value)) }
    }
    for value: Int64 in [-1, .min, .max] {
      try expectRefused("a condition") { $0.nodes.append(.timeSince(0, .milliseconds(value))) }
      try expectRefused("a condition") { $0.nodes.append(.timeSince(0, .months(value))) }
    }
    try expectRefused("a condition") {
      $0.nodes += [.timeSince(0, .milliseconds(1)), .timeSince(0, .months(1))]
    }
    let facts = try graph().parts.facts
    let choice = try #require(facts.firstIndex { $0.type == .yesOrNo })
    try expectRefused("a condition") { $0.nodes.append(.factIs(Int32(choice), 2)) }
  }

  @Test func whatGoesBeyondALimitIsSound() throws {
    let rules = try graph().parts.rules
    let feature = try #require(rules.firstIndex { $0.limit == nil })
    let changes: [(inout [Overage]) -> Void] = [
      { $0.swapAt(0, 1) },
      { $0[1].rule = $0[0].rule },
      { $0[0].rule = RuleIndex(feature) },
      { $0[0].rule = -1 },
      { $0[1].rule = .max },
      { $0[0].requirement = -1 },
      { $0[0].requirement = .max },
      { $0[0].prices = [] },
      { $0[0].prices[0].amount = "1.2.3" },
      { $0[0].prices[0].currency = "usd" },
      { $0[0].prices[0].each = nil },
      { $0[0].prices[0].each = $0[1].prices[0].each },
      { $0[0].prices[1].each?.of = 3 },
      { $0[0].prices[1].currency = "USD" },
      { $0[0].prices[0].period = .months(1) },
      { $0[1].prices[0].period = .use },
      { $0[0].most = 0 },
      { $0[0].most = -1 },
      { $0[0].most = nil },
      { $0[0].mostMoney = "1.2.3" },
    ]
    for (index, change) in changes.enumerated() {
      var parts = try graph().parts
      change(&parts.overages)
      #expect(throws: GraphError.impossible("what goes beyond a limit"), "\(index)") {
        try RuleGraph(verifying: parts)
      }
    }
  }

  @Test func daysBeginAtATimeOfDay() throws {
    for minute in [-1, 1_440] as [Int32] {
      try expectRefused("a meter") { $0.meters[0].begin = Meter.Begin(minute: minute, zone: "") }
    }
    try expectRefused("a text") {
      $0.meters[0].begin = Meter.Begin(minute: 60, zone: "Asia/\u{1B}")
    }
    for zone in ["Asia Shanghai", String(repeating: "a", count: 65)] {
      try expectRefused("a meter") { $0.meters[0].begin = Meter.Begin(minute: 60, zone: zone) }
    }
    try expectRefused("a meter") {
      $0.meters[0].windows = .roll
      $0.meters[0].begin = Meter.Begin(minute: 60, zone: "UTC")
    }
  }

  @Test func namesAreThoseThatAPolicyCanSay() throws {
    let names = [
      "", "a b", "a\u{1B}[31m", "a\nb", "-a", ".a", "a.", "a..b", "a\u{9B}31m", "a\u{202E}b",
      "a\"b",
      "a\u{200B}b", "a\u{2028}b", String(repeating: "a", count: 257), "a:b", "😀",
    ]
    for name in names {
      let part = PlainText.isPlain(Array(name.utf8)[...]) ? "an entitlement" : "a text"
      try expectRefused(part) { $0.entitlements[0].name = name }
      let target = PlainText.isPlain(Array(name.utf8)[...]) ? "a target" : "a text"
      try expectRefused(target) { parts in
        var targets = Array(parts.targets)
        targets[0].name = name
        parts.replace(rules: Array(parts.rules), targets: targets)
      }
    }
    for name in ["a", "账单", "café", "a.b", "L9", "2fa", "a-b_c", "ตาก", "كتاب"] {
      #expect(PlainText.isName(Array(name.utf8)[...]), "\(name)")
    }
    try expectRefused("an entitlement") { $0.entitlements[0].name = $0.entitlements[1].name }
  }

  @Test func pricesAreAmountsOfMoney() throws {
    let prices = [
      Price(amount: "1", currency: "usd", period: .once),
      Price(amount: "1", currency: "US\u{1B}", period: .once),
      Price(amount: "1.2.3", currency: "USD", period: .once),
      Price(amount: ".", currency: "USD", period: .once),
      Price(amount: "-1", currency: "USD", period: .once),
    ]
    for price in prices {
      let part = PlainText.isPlain(Array(price.currency.utf8)[...]) ? "a price" : "a text"
      try expectRefused(part) { $0.products[0].price = price }
    }
    for period: Price.Period in [.weeks(0), .weeks(-1), .months(.min)] {
      let price = Price(amount: "1", currency: "USD", period: period)
      try expectRefused("a product") { $0.products[0].price = price }
    }
    let genuine = Price(amount: "0.99", currency: "USD", period: .months(12))
    #expect(
      try RuleGraph(compiled: file { $0.products[0].price = genuine }).parts.products[0].price
        == genuine)
  }

  @Test func whatIsPaidAtOnceIsWhatEachMonthCosts() throws {
    var genuine = Price(amount: "119.40", currency: "USD", period: .months(12), perMonth: "9.95")
    #expect(
      try RuleGraph(compiled: file { $0.products[0].price = genuine }).parts.products[0].price
        == genuine)
    for amount in ["119.41", "9.95", "1194", "0"] {
      genuine.amount = amount
      try expectRefused("a price") { $0.products[0].price = genuine }
    }
    for period: Price.Period in [.once, .months(1), .weeks(12)] {
      let price = Price(amount: "9.95", currency: "USD", period: period, perMonth: "9.95")
      try expectRefused("a product") { $0.products[0].price = price }
    }
  }

  @Test func anIntroductoryPriceBeginsAPriceThatRenews() throws {
    let usual = Price(amount: "120", currency: "USD", period: .months(12))
    func paid(_ period: Price.Period, _ currency: String = "USD") -> Price {
      Price(amount: "5", currency: currency, period: period)
    }
    func refuse(_ price: Price?, _ introduction: Product.Introduction) throws {
      try expectRefused("a product") {
        $0.products[0].price = price
        $0.products[0].otherPrices = []
        $0.products[0].introduction = introduction
      }
    }
    let genuine = Product.Introduction(prices: [paid(.months(1))], length: 0, months: 3)
    let graph = try RuleGraph(
      compiled: file {
        $0.products[0].price = usual
        $0.products[0].otherPrices = []
        $0.products[0].introduction = genuine
      })
    #expect(graph.parts.products[0].introduction == genuine)
    try refuse(nil, genuine)
    try refuse(Price(amount: "120", currency: "USD", period: .once), genuine)
    for price in [paid(.months(5)), paid(.weeks(1)), paid(.use), paid(.once, "EUR")] {
      try refuse(usual, Product.Introduction(prices: [price], length: 0, months: 3))
    }
    let twice = [paid(.once), paid(.once)]
    try refuse(usual, Product.Introduction(prices: twice, length: 0, months: 3))
    try refuse(usual, Product.Introduction(prices: [], length: 0, months: 3))
    try refuse(usual, Product.Introduction(prices: [paid(.once)], length: 1000, months: 3))
    try refuse(usual, Product.Introduction(prices: [paid(.once)], length: 0, months: 0))
    try refuse(usual, Product.Introduction(prices: [paid(.once)], length: -1, months: 0))
  }

  /// Each name that a policy can have is one in a file as well: letters of every script.
  @Test func namesOfTheLanguageAreNamesOfAFile() throws {
    for value in stride(from: UInt32(0x21), to: 0x30000, by: 13) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let name = "a\(scalar)b"
      let source = Source(name: "a.gate", text: "feature \(name)\n")
      guard let graph = Compiler.compile(source).graph,
        graph.parts.targets.first?.name == name
      else { continue }
      #expect(PlainText.isName(Array(name.utf8)[...]), "U+\(String(value, radix: 16))")
    }
  }

  /// Of letters, marks and digits those are in no name that Unicode calls ignorable.
  @Test func unseenLettersAreInNoName() {
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isDefaultIgnorableCodePoint else {
        continue
      }
      #expect(!PlainText.isOfName(scalar), "U+\(String(value, radix: 16))")
    }
  }

  /// Names are read eight bytes at a time. Each byte at each place of names of all lengths up to
  /// three words is judged as one byte after the other would be.
  @Test func namesAreNamesHoweverLong() {
    func isName(_ bytes: [UInt8]) -> Bool {
      let pairs = zip(bytes, bytes.dropFirst())
      return bytes.first != 0x2D && bytes.first != 0x5F && bytes.first != 0x2E
        && bytes.last != 0x2E && !pairs.contains { $0 == 0x2E && $1 == 0x2E }
        && bytes.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
          default: false
          }
        }
    }
    var names = 0
    for length in 1...24 {
      for place in 0..<length {
        for fill in [UInt8(ascii: "m"), UInt8(ascii: ".")] {
          var bytes = [UInt8](repeating: UInt8(ascii: "m"), count: length)
          if place > 0 { bytes[place - 1] = fill }
          for byte in UInt8(0)...0x7F {
            bytes[place] = byte
            if isName(bytes) { names += 1 }
            #expect(PlainText.isName(bytes[...]) == isName(bytes), "\(bytes)")
          }
        }
      }
    }
    #expect(names > 10_000)
  }

  @Test func textsHaveNoControlCharacters() throws {
    for text in [
      "\u{1B}[31m", "a\nb", "a\rb", "\u{7F}", "\u{9B}m", "\u{202E}", "\u{0}",
    ] {
      try expectRefused("a text") { parts in
        var labels = Array(parts.labels)
        labels[0].texts[0].text = text
        parts.replace(rules: Array(parts.rules), targets: Array(parts.targets), labels: labels)
      }
      try expectRefused("a text") { $0.products[0].storeIDs = [.init(id: text, store: "")] }
      #expect(!PlainText.isPlain(Array("seven by\(text)tes".utf8)[...]))
    }
    for text in ["a\tb", "“quoted”", "👩‍👩‍👧", "می‌خواهم", "é", "中文", String(repeating: "~", count: 99)] {
      #expect(PlainText.isPlain(Array(text.utf8)[...]), "\(text)")
    }
  }

  /// A file may be called anything. What is read has a name that can be shown.
  @Test func theNameOfTheFileCanBeShown() throws {
    let read = try RuleGraph(compiled: file { $0.file = "a\n::error::\u{1B}.gate" })
    #expect(read.parts.file == "a\u{FFFD}::error::\u{FFFD}.gate")
  }

  /// 600 labels that share one long text: a page of them would be many times the file.
  @Test func labelsShareNoTexts() throws {
    let long = String(repeating: "x", count: 200_000)
    var parts = try graph().parts
    let labels = (0..<400).map { index in
      Label([.init(locale: "", text: index == 0 ? long : "y\(index)")])
    }
    parts.replace(rules: Array(parts.rules), targets: Array(parts.targets), labels: labels)
    // One label for each of many targets is the same text, shown as often.
    let targets = (0..<400).map { TargetRecord(name: "t\($0)", label: 0) }
    parts.groups = []
    parts.meters = []
    parts.overages = []
    let shared = parts
    var many = shared
    many.nodes = []
    many.edges = []
    many.statementGrants = []
    many.replace(rules: [], targets: targets, labels: labels)
    many.ladders = []
    many.settings = []
    for index in many.products.indices {
      many.products[index].adds = []
      many.products[index].settingAdds = []
    }
    #expect(throws: GraphError.impossible("the size of its texts")) {
      try RuleGraph(verifying: many)
    }
    many.replace(rules: [], targets: Array(targets.prefix(300)), labels: labels)
    #expect(try RuleGraph(verifying: many).targets.count == 300)
  }

  /// Every requirement made `always`, or another fingerprint: both are read, and neither is genuine.
  @Test func anotherMeaningIsNotGenuine() throws {
    let bytes = try file { parts in
      let always = Int32(parts.nodes.count)
      parts.nodes.append(.always)
      var rules = Array(parts.rules)
      for index in rules.indices { rules[index].requirement = always }
      parts.replace(rules: rules, targets: Array(parts.targets))
    }
    #expect(try !RuleGraph(compiled: bytes).isGenuine())
    let twice = try file { parts in
      var targets = Array(parts.targets)
      targets[1].name = targets[0].name
      parts.replace(rules: Array(parts.rules), targets: targets)
    }
    #expect(try !RuleGraph(compiled: twice).isGenuine())
  }
}
