/// Finds the word that some bytes spell, without making a string of them.
final class WordTable: Sendable {
  /// The letters of a word as two big-endian numbers.
  private struct Key: Sendable, Equatable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    /// Where it is looked for first.
    var slot: Int {
      Int(((low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93) &>> 55)
    }
  }

  /// The place of a word plus one, in the slot of its key or after it; 0 for an empty slot.
  private let slots: [UInt8]
  private let keys: [Key]
  private let words: [Word]
  private static let longest = 12

  /// The one table; it never changes.
  static let shared = WordTable()

  init() {
    var slots = [UInt8](repeating: 0, count: 512)
    var keys: [Key] = []
    var words: [Word] = []
    for word in Word.allCases {
      let letters = Array(word.rawValue.utf8)
      guard let key = Self.key(letters, 0, letters.count) else { continue }
      keys.append(key)
      words.append(word)
      var slot = key.slot
      while slots[slot] != 0 { slot = (slot + 1) % slots.count }
      slots[slot] = UInt8(words.count)
    }
    self.slots = slots
    self.keys = keys
    self.words = words
  }

  /// The word spelt by `bytes[start..<end]`.
  func word(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Word? {
    guard end - start <= Self.longest, let key = Self.key(bytes, start, end) else { return nil }
    var slot = key.slot
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if keys[place] == key { return words[place] }
      slot = (slot + 1) % slots.count
    }
    return nil
  }

  /// Nothing for what has other characters than small letters, as no word has.
  private static func key(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Key? {
    var key = Key()
    var index = start
    while index < end {
      let byte = bytes[index]
      guard byte >= 0x61, byte <= 0x7A else { return nil }
      key.high = key.high &<< 8 | key.low &>> 56
      key.low = key.low &<< 8 | UInt64(byte)
      index += 1
    }
    return key
  }
}

/// A word that the language knows. Most of them are words only where the grammar asks for them,
/// and names everywhere else.
package enum Word: String, CaseIterable, Sendable {
  // lead a statement
  case policy, trust, snooze, tiers, entitlement, entitlements, product, meter, meters, feature
  case features, series, group, fact, rollout, grant, scenario, always, never
  // lead a clause
  case sold, grants, adds, price, trial, shared, recommended, benefit, grace, only, not, reminder
  case soft, running, prompt, message, because, given, at, expect
  // join
  case and, or, nothing, everything, requires, require, `is`, are, when, unless, from, until
  case except, per, `in`
  // elsewhere
  case a, adding, after, allowance, allowed, anything, `as`, before, by, continuing, date
  case denied, dismissed, dismissible, `else`, ever, family, finish, `for`, gentle, includes, may
  case no, number, of, off, on, once, one, otherwise, prominent, prompts, reaching
  case remaining, resets, sale, seen, since, snapshots, snoozed, subject, times, to, undecided
  case unlimited, unlocked, use, users, verified, version, warned, with, without, yes
  // edition 2: words only where edition 1 could not read on
  case better, least, most, setting, smaller
  case each, people, request, up, used
  case begin, counted, every, follow, instead, refills, roll, then, windows
  // edition 3: words only where edition 2 could not read on
  case billed, carried, charged, ends, introductory, it, left, offer, over, paid, rolls, unused
  case uses

  /// Whether a line that begins with it is a statement or a clause rather than a rule.
  package var isLead: Bool { leadsStatement || leadsClause }

  package var leadsStatement: Bool {
    switch self {
    case .policy, .trust, .snooze, .tiers, .entitlement, .entitlements, .product, .meter, .meters,
      .feature, .features, .series, .group, .fact, .rollout, .grant, .scenario, .always, .never:
      true
    default: false
    }
  }

  package var leadsClause: Bool {
    switch self {
    case .sold, .grants, .adds, .price, .trial, .shared, .recommended, .benefit, .grace, .only,
      .not, .reminder, .soft, .running, .prompt, .message, .because, .given, .at, .expect:
      true
    default: false
    }
  }

  /// Whether a clause may begin with it, if what follows fits.
  package var mayLeadClause: Bool {
    switch self {
    case .for, .counted, .instead, .introductory, .refills, .then, .unused, .windows: true
    default: leadsClause
    }
  }

  /// Whether it leads a clause where a certain word follows it. Elsewhere it is a name.
  func leadsClause(before next: Lexeme) -> Bool {
    switch self {
    case .refills, .then: next.kind == .numeral
    default: next.word.map { followers.contains($0) } ?? false
    }
  }

  /// The words of which one follows where it leads a clause; none where that is not said by a word.
  var followers: [Word] {
    switch self {
    case .counted: [.per, .for]
    case .instead: [.use]
    case .introductory: [.price]
    case .unused: [.rolls]
    case .windows: [.begin, .follow, .roll]
    default: []
    }
  }

  /// Whether a name may be this word at every place: editions 2 and 3 reserve none of their words.
  var isPlainName: Bool {
    switch self {
    case .left, .uses: true
    case .better, .least, .most, .setting, .smaller, .each, .people, .request, .up, .used:
      true
    case .begin, .counted, .every, .follow, .instead, .refills, .roll, .then, .windows: true
    case .billed, .carried, .charged, .ends, .introductory, .it, .offer, .over, .paid, .rolls,
      .unused:
      true
    default: false
    }
  }

  /// Whether no name may be this word, at any place. (`in` is one only where an operand
  /// may begin, so it is not among them.)
  package var isConnective: Bool {
    switch self {
    case .and, .or, .not, .nothing, .everything, .requires, .require, .is, .are, .when, .unless,
      .from, .until, .except, .per:
      true
    default: false
    }
  }

  /// The clauses that are complete with their first word.
  package var standsAlone: Bool { self == .recommended || self == .soft || self == .prompt }
}

/// The currencies in use: the active codes of ISO 4217, without funds, metals and test codes.
package enum Currencies {
  /// Whether a currency has this code.
  package static func contains(_ code: String) -> Bool {
    let letters = Array(code.utf8)
    guard letters.count == 3 else { return false }
    var start = table.startIndex
    while start < table.endIndex {
      let end = table.index(start, offsetBy: 3)
      if table[start..<end].elementsEqual(letters) { return true }
      start = end
    }
    return false
  }

  /// The codes, in alphabetical order.
  package static var all: [String] {
    stride(from: table.startIndex, to: table.endIndex, by: 3).map {
      String(decoding: table[$0..<$0 + 3], as: UTF8.self)
    }
  }

  /// How many decimals an amount of a currency has in daily life, by ISO 4217.
  package static func decimals(of code: String) -> Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND",
      "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }

  /// Every code, three letters each, in alphabetical order.
  private static let table = Array(
    """
    AEDAFNALLAMDANGAOAARSAUDAWGAZNBAMBBDBDTBGNBHDBIFBMDBNDBOBBRLBSDBTNBWPBYNBZDCADCDFCHFCLPCNY\
    COPCRCCUPCVECZKDJFDKKDOPDZDEGPERNETBEURFJDFKPGBPGELGHSGIPGMDGNFGTQGYDHKDHNLHTGHUFIDRILSINR\
    IQDIRRISKJMDJODJPYKESKGSKHRKMFKPWKRWKWDKYDKZTLAKLBPLKRLRDLSLLYDMADMDLMGAMKDMMKMNTMOPMRUMUR\
    MVRMWKMXNMYRMZNNADNGNNIONOKNPRNZDOMRPABPENPGKPHPPKRPLNPYGQARRONRSDRUBRWFSARSBDSCRSDGSEKSGD\
    SHPSLESOSSRDSSPSTNSVCSYPSZLTHBTJSTMTTNDTOPTRYTTDTWDTZSUAHUGXUSDUYUUZSVEDVESVNDVUVWSTXAFXCD\
    XCGXOFXPFYERZARZMWZWG
    """.utf8)
}
