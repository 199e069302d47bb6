import AllocationCounter
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// The compiled file. `FuzzTests` damages it.
@Suite struct CompiledFileTests {
  /// Every kind of clause, texts in several languages, spelled in two ways.
  static let source =
    AllocationTests.source
      + """

      feature import "Import" zh-Hans "导入"
        benefit "Bring your data" zh-Hans "带来数据"
      series L1..L40 "Lessons"
      group things is export, L3..L5
      fact beta is yes or no
      import requires pro and beta
        message "Buy pro." zh-Hans "请购买。"
        because "café"
      L3..L40 require (pro and beta) or max
        because "cafe\u{301}"
      bills > 400 per month requires max
        reminder at 80% prominent snooze 7 days "Soon."
        reminder at 390
        prompt as paywall snooze 3 days not dismissible
        running use may finish
      bills > allowance requires max
      sync is off when platform is web
      meters pictures, frames
      pictures at most 20 per month
        then 0.05 USD or 0.045 EUR for each 2 with pro, at most 10 USD
      frames at most 5
        then 1 USD per month for each 10, at most 30 more
        prompt as paywall

      """

  private func graph(_ text: String = source) throws -> RuleGraph {
    let result = Compiler.compile(Source(name: "a.gate", text: text))
    return try #require(result.graph, "\(result.diagnostics.map { $0.headline })")
  }

  @Test func whatIsReadIsWhatWasWritten() throws {
    let graph = try graph()
    let read = try RuleGraph(compiled: graph.compiled())
    #expect(Array(read.parts.rules) == Array(graph.parts.rules))
    #expect(Array(read.parts.targets) == Array(graph.parts.targets))
    #expect(Array(read.parts.labels) == Array(graph.parts.labels))
    let exact = graph.parts.rules.map { Array($0.because.utf8) }
    #expect(read.parts.rules.map { Array($0.because.utf8) } == exact)
    #expect(read.parts.nodes == graph.parts.nodes)
    #expect(read.parts.edges == graph.parts.edges)
    #expect(read.parts.groups == graph.parts.groups)
    #expect(read.parts.statementGrants == graph.parts.statementGrants)
    #expect(read.parts.ladders == graph.parts.ladders && !read.parts.ladders.isEmpty)
    #expect(read.parts.overages == graph.parts.overages && !read.parts.overages.isEmpty)
    #expect(read.parts.settings == graph.parts.settings && !read.parts.settings.isEmpty)
    #expect(read.parts.products == graph.parts.products)
    #expect(read.parts.file == "a.gate")
    #expect(read.fingerprint == graph.fingerprint)
    #expect(read.compiled() == graph.compiled())
    #expect(read.targetRules == graph.targetRules)
    #expect(read.targetRuleStarts == graph.targetRuleStarts)
    for target in graph.parts.targets {
      #expect(read.target(target.name) == graph.target(target.name))
    }
    #expect(read.names.meterTargets == graph.names.meterTargets)
  }

  /// A list that was read can be changed like another; nothing else changes with it.
  @Test func whatIsReadCanBeChanged() throws {
    let graph = try graph()
    let read = try RuleGraph(compiled: graph.compiled())
    var parts = read.parts
    var rules = Array(parts.rules)
    rules[0].because = "changed"
    parts.replace(
      rules: rules, targets: parts.targets + [TargetRecord(name: "new")],
      labels: Array(parts.labels.dropLast()))
    #expect(parts.rules[0].because == "changed")
    #expect(Array(parts.rules.dropFirst()) == Array(graph.parts.rules.dropFirst()))
    #expect(parts.targets.map(\.name) == graph.parts.targets.map(\.name) + ["new"])
    #expect(parts.labels.count == graph.parts.labels.count - 1)
    #expect(read.parts.rules[0].because == "")
  }

  @Test func theFingerprintCanBeCompared() throws {
    let graph = try graph()
    let bytes = graph.compiled()
    #expect(graph.isGenuine())
    #expect(try RuleGraph(compiled: bytes).isGenuine())
    let body = bytes[CompiledPolicy.headSize..<bytes.count - CompiledPolicy.checksumSize]
    #expect(CompiledPolicy.file(fingerprint: graph.digest, body: body) == bytes)
    let forged = CompiledPolicy.file(
      fingerprint: [UInt8](repeating: 7, count: 32), body: body)
    let read = try RuleGraph(compiled: forged)
    #expect(read.fingerprint.hasPrefix("sha256:0707"))
    #expect(!read.isGenuine())
  }

  @Test func anotherFormatIsTold() throws {
    var bytes = try graph().compiled()
    let read = UInt8(CompiledPolicy.version)
    #expect(bytes[8] == read)
    for version in UInt8(0)...(read + 2) where version != read {
      bytes[8] = version
      #expect(throws: GraphError.version(Int(version))) { try RuleGraph(compiled: bytes) }
    }
    for version in 1..<read {
      let former = Array("TOLLGATE".utf8) + [version, 0, 0, 0] + [UInt8](repeating: 0, count: 80)
      #expect(throws: GraphError.version(Int(version))) { try RuleGraph(compiled: former) }
    }
    #expect(throws: GraphError.notACompiledPolicy) { try RuleGraph(compiled: []) }
  }

  /// A pool of texts that is no UTF-8, or texts that are cut inside of a character.
  @Test func textsAreChecked() {
    let good: [[UInt8]] = [
      [], Array("abc".utf8), Array("0123456é89abcdef€😀".utf8), [0xF4, 0x8F, 0xBF, 0xBF],
    ]
    for bytes in good { #expect(UTF8Check.isValid(bytes[...]), "\(bytes)") }
    let bad: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xE2, 0x82], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xFF], Array("0123456789".utf8) + [0xE2, 0x28, 0xA1],
    ]
    for bytes in bad { #expect(!UTF8Check.isValid(bytes[...]), "\(bytes)") }
    // Every text of up to two bytes, and Swift's own opinion of it.
    for first in UInt8.min...UInt8.max {
      for second: UInt8 in [0x00, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xFF] {
        let bytes = [first, second]
        let isValid = String(validating: bytes, as: UTF8.self) != nil
        #expect(UTF8Check.isValid(bytes[...]) == isValid)
      }
    }
  }

  @Test func theChecksumFindsEveryChangedWord() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 37) }
    var sums: Set<UInt64> = [Checksum.of(bytes[...])]
    var count = 1
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        sums.insert(Checksum.of(changed[...]))
        count += 1
      }
      sums.insert(Checksum.of(bytes[..<place]))
      count += 1
    }
    #expect(sums.count == count)
    #expect(Checksum.of((bytes + bytes)[200...]) == Checksum.of(bytes[...]))
  }

  /// Nothing is allocated for a feature, a rule or a label when a file is read.
  @Test func readingAllocatesNothingForAFeature() throws {
    func allocations(_ features: Int) throws -> Int {
      var text = "tiers free < pro\n"
      for index in 0..<features {
        text += "feature export-to-a-file-\(index) \"Export to a file, number \(index)\"\n"
        text += "export-to-a-file-\(index) requires pro\n  because \"of reason \(index)\"\n"
      }
      let bytes = try graph(text).compiled()
      let before = allocation_count()
      let graph = try RuleGraph(compiled: bytes)
      let after = allocation_count()
      #expect(graph.targets.count == features)
      return before < 0 ? -1 : after - before
    }
    let few = try allocations(100)
    let many = try allocations(1600)
    #if canImport(Glibc)
      #expect(few >= 0, "allocations are counted here")
    #endif
    // Arrays that grow double their size: a few steps more for sixteen times as much. Where nothing
    // is optimised, the loops themselves ask for three blocks a feature; to put a feature, its
    // rule and its label together takes more than twice as many.
    #if DEBUG
      let loops = 3 * 1500 + 40
    #else
      let loops = 40
    #endif
    #expect(many - few < loops, "\(few) for 100 features, \(many) for 1,600")
  }
}
