import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// What a compiled file keeps that follows from the rest of it: where names are found, and which
/// targets ask for the same. A hostile file may say what it likes there: it is refused, or a name is
/// not found and `isGenuine` tells; no answer becomes another.
@Suite struct CompiledLookupTests {
  private static let source = """
    tiers free < pro < max
    feature export
    feature sync
    feature print
    feature 导出
    feature café
    meter bills
    meter photos
    export requires pro
    sync requires max
    print requires pro
    导出 requires max
    bills > 5 requires pro
    bills requires max
    photos > 9 requires pro

    """

  private let graph: RuleGraph

  init() throws {
    let result = Compiler.compile(Source(name: "a.gate", text: CompiledLookupTests.source))
    graph = try #require(result.graph, "\(result.diagnostics.map { $0.headline })")
  }

  /// The file with one of its last columns changed.
  private func file(_ change: (inout Columns) -> Void) -> [UInt8] {
    let bytes = graph.compiled()
    let body = bytes[CompiledPolicy.headSize..<bytes.count - CompiledPolicy.checksumSize]
    var columns = Columns(body)
    #expect(columns.body == Array(body))
    change(&columns)
    return CompiledPolicy.file(fingerprint: graph.digest, body: columns.body[...])
  }

  private func expectRefused(
    _ part: String, at location: SourceLocation = #_sourceLocation,
    _ change: (inout Columns) -> Void
  ) {
    let bytes = file(change)
    #expect(throws: GraphError.impossible(part), sourceLocation: location) {
      try RuleGraph(compiled: bytes)
    }
  }

  @Test func theyAreThoseOfThePolicy() throws {
    var columns = Columns([])
    let read = try RuleGraph(compiled: file { columns = $0 })
    #expect(columns[.slots].count == 16)
    #expect(columns[.others] == [3, 4])
    // By first use: pro, max, nothing; all rules of meters have a limit.
    #expect(columns[.patterns] == [0, 1, 0, 1, 2, 2, 2])
    #expect(columns[.plain] == [0, 1, 4])
    #expect(read.patterns.slots == graph.patterns.slots)
    #expect(read.patterns.plain == graph.patterns.plain)
    #expect(read.isGenuine())
  }

  @Test func targetsThatDifferHaveNoCommonPattern() {
    expectRefused("a target") { $0[.patterns][1] = 0 }
    expectRefused("a target") { $0[.patterns][4] = 0 }
    expectRefused("a target") { $0[.patterns][0] = 2 }
    expectRefused("a target") { $0[.patterns][5] = 1 }
    expectRefused("a target") { $0[.patterns][6] = 1 }
  }

  @Test func aPatternIsThatOfATargetOfItsOwn() {
    expectRefused("a target") { $0[.patterns][2] = 3 }
    expectRefused("a target") { $0[.patterns][2] = -2 }
    expectRefused("a target") { $0[.patterns][2] = .max }
    expectRefused("a target") { $0[.patterns].removeLast() }
    expectRefused("a target") { $0[.patterns].append(0) }
    expectRefused("a target") { $0[.plain][0] = 7 }
    expectRefused("a target") { $0[.plain][0] = -1 }
    expectRefused("a target") { $0[.plain][0] = 1 }
    expectRefused("a target") { $0[.plain].append(2) }
    expectRefused("a target") { $0[.plain].removeLast() }
    expectRefused("a target") { columns in
      let count = Patterns.mostPlain + 1
      columns[.plain] += [Int32](repeating: 0, count: count - columns[.plain].count)
    }
  }

  /// Less worked out ahead than could be costs time, and nothing else.
  @Test func whatHasNoPatternIsDecidedAlike() throws {
    let read = try RuleGraph(
      compiled: file {
        $0[.patterns] = [0, -1, -1, 1, 2, -1, -1]
        $0[.plain][1] = 3
      })
    let now = Instant(milliseconds: 1_780_000_000_000)
    for held in ["free", "pro", "max"] {
      for used: Int64 in [0, 5, 9] {
        let snapshot = Snapshot(
          asOf: now, grants: [Grant(entitlement: held)],
          usage: ["bills": Usage(used), "photos": Usage(used)])
        let (one, other) = (graph.prepareTyped(snapshot), read.prepareTyped(snapshot))
        for target in graph.targets {
          let expected = graph.verdict(target, for: one, at: now)
          #expect(read.verdict(target, for: other, at: now) == expected)
          #expect(read.isAllowed(target, for: other, at: now) == expected.isAllowed)
        }
      }
    }
  }

  @Test func aNameIsFoundByItsOwnBytesOnly() throws {
    let names = graph.parts.targets.map { $0.name }
    for slot: UInt32 in [0, 1, 7, 8, 15, 0x1234_5678, .max] {
      let read = try RuleGraph(
        compiled: file { $0[.slots] = $0[.slots].map { _ in Int32(bitPattern: slot) } })
      for (index, name) in names.enumerated() {
        let found = read.target(name)
        #expect(found == nil || found == Target(index: Int32(index)))
      }
      #expect(read.target("no-such-feature") == nil)
      #expect(read.target("") == nil)
      #expect(!read.isGenuine())
    }
    // The slots of two names, each in the other's place.
    let read = try RuleGraph(
      compiled: file { columns in
        columns[.slots] = columns[.slots].map { slot in
          slot & 15 == 1 ? slot & ~15 | 2 : slot & 15 == 2 ? slot & ~15 | 1 : slot
        }
      })
    #expect(read.target("export") == nil)
    #expect(read.target("sync") == nil)
    #expect(read.target("print") == Target(index: 2))
    #expect(!read.isGenuine())
  }

  @Test func slotsAreAsManyAsTheNamesTake() {
    expectRefused("a name") { $0[.slots].removeLast() }
    expectRefused("a name") { $0[.slots] += $0[.slots] }
    expectRefused("a name") { $0[.slots] = [] }
  }

  @Test func namesThatCanBeSpelledInTwoWaysAreThoseThatAreListed() throws {
    let read = try RuleGraph(compiled: file { $0[.others] = [] })
    #expect(read.target("café") == Target(index: 4))
    #expect(read.target("cafe\u{301}") == nil)
    #expect(!read.isGenuine())
    expectRefused("a name") { $0[.others] = [4, 3] }
    expectRefused("a name") { $0[.others] = [3, 3] }
    expectRefused("a name") { $0[.others] = [7] }
    expectRefused("a name") { $0[.others] = [-1] }
  }

  /// What an app asks about is no part of the policy.
  @Test func whatIsFavoredIsNotWritten() throws {
    #expect(graph.favoring([Target(index: 3)]).compiled() == graph.compiled())
  }
}

/// The columns of a compiled file's body. The last are numbers of 32 bits.
private struct Columns {
  enum Last: Int {
    case plain = 1, patterns, others, slots
  }

  private var columns: [[UInt8]] = []
  private static let widths =
    [1, 1, 4, 4, 8, 4] + [Int](repeating: 4, count: 12) + [1, 4, 4, 4, 4]

  init(_ body: ArraySlice<UInt8>) {
    var rest = body
    for width in Columns.widths where rest.count >= 8 {
      let count = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(8)
      columns.append(Array(rest.prefix(width * count)))
      rest = rest.dropFirst(width * count)
    }
  }

  var body: [UInt8] {
    zip(columns, Columns.widths).flatMap { column, width in
      Columns.bytes(UInt64(column.count / width), 8) + column
    }
  }

  subscript(column: Last) -> [Int32] {
    get {
      let bytes = columns[columns.count - column.rawValue]
      return stride(from: 0, to: bytes.count, by: 4).map { place in
        Int32(
          bitPattern: bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
    set {
      columns[columns.count - column.rawValue] = newValue.flatMap {
        Columns.bytes(UInt64(UInt32(bitPattern: $0)), 4)
      }
    }
  }

  private static func bytes(_ number: UInt64, _ count: UInt64) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
