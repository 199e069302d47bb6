import TollgateSyntax

/// The meanings of the names of a policy.
struct NameTable: Sendable {
  /// A name and its meaning.
  struct Entry: Sendable {
    var name: String
    var kind: NameKind
    /// Its place among those of its kind.
    var index: Int32
    /// Where it is declared, or first used if it is not.
    var span: Span
    /// Declared, rather than just used.
    var isDeclared: Bool
    var isQuoted: Bool
    /// Declared twice: reported already, and nothing else is reported about it.
    var isDisputed = false
  }

  /// A series: members with one prefix and consecutive numbers.
  struct Series: Sendable {
    var prefix: String
    var first: Int64
    var last: Int64
    /// Its place among the features.
    var index: Int32
    var span: Span
    var isDeclared: Bool
  }

  /// All names in the order in which they were declared or first used.
  private(set) var entries: [Entry] = []
  private var things = NamePlaces()
  private var products = NamePlaces()
  /// The series of each prefix, ascending, none touching another once they are settled.
  private(set) var series: [String: [Series]] = [:]
  /// The kinds of which something is declared.
  var declaredKinds: Set<NameKind> = []

  /// The meaning of `name`, if it is not a member of a series.
  func entry(_ name: String, isProduct: Bool = false) -> Entry? {
    place(of: name, isProduct).map { entries[$0] }
  }

  private func place(of name: String, _ isProduct: Bool) -> Int? {
    isProduct ? products.place(of: name, in: entries) : things.place(of: name, in: entries)
  }

  /// The names of each kind in the order in which they were declared or first used.
  var names: [NameKind: [String]] {
    var names: [NameKind: [String]] = [:]
    for entry in entries { names[entry.kind, default: []].append(entry.name) }
    return names
  }

  /// Reserves memory for `count` more names.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  /// Enters a name; returns the entry that is already there, if there is one.
  mutating func enter(_ entry: Entry) -> Entry? {
    let isProduct = entry.kind == .product
    if let earlier = self.entry(entry.name, isProduct: isProduct) { return earlier }
    if isProduct {
      products.append(entry.name, to: entries)
    } else {
      things.append(entry.name, to: entries)
    }
    entries.append(entry)
    if entry.isDeclared { declaredKinds.insert(entry.kind) }
    return nil
  }

  /// Marks a name that was declared twice.
  mutating func dispute(_ name: String, isProduct: Bool) {
    if let place = place(of: name, isProduct) { entries[place].isDisputed = true }
  }

  /// Enters a series.
  mutating func enter(_ series: Series) {
    self.series[series.prefix, default: []].append(series)
    if series.isDeclared { declaredKinds.insert(.feature) }
  }

  /// Puts the series of each prefix in order and returns those that overlap, the later first.
  mutating func settleSeries() -> [(Series, Series)] {
    var overlaps: [(Series, Series)] = []
    for (prefix, members) in series {
      let sorted = members.sorted { ($0.first, $0.index) < ($1.first, $1.index) }
      var reaching = sorted[0]
      for next in sorted.dropFirst() {
        if next.first <= reaching.last {
          let isLater = next.index > reaching.index
          overlaps.append(isLater ? (next, reaching) : (reaching, next))
        }
        if next.last > reaching.last { reaching = next }
      }
      series[prefix] = sorted
    }
    return overlaps
  }

  /// The series that holds the member of this number.
  func series(of member: SeriesName) -> Series? {
    guard let candidates = series[member.prefix] else { return nil }
    var low = 0
    var high = candidates.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if candidates[middle].first <= member.number { low = middle } else { high = middle }
    }
    let found = candidates[low]
    return found.first <= member.number && member.number <= found.last ? found : nil
  }
}

/// The kinds of names. One name has one kind; products have a space of their own.
package enum NameKind: String, Sendable, Hashable, CaseIterable {
  case entitlement, meter, feature, group, fact, rollout, product, setting

  /// The word for one.
  package var word: String { rawValue }

  /// The word for several.
  package var plural: String { "\(word)s" }

  /// The word for one with its article.
  package var withArticle: String { self == .entitlement ? "an \(word)" : "a \(word)" }
}
