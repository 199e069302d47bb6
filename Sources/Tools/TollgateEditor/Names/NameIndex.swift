package import TollgateAnalysis
package import TollgateCompiler
import TollgateSyntax

/// Every place of a policy that names something, and what each name is.
package struct NameIndex: Sendable {
  /// In the order of the text.
  package let uses: [NameUse]
  /// Where each name is declared first; names that are only used are not among them.
  package private(set) var declarations: [NameKey: NameUse] = [:]
  private var kinds: [NameKey: NameKind] = [:]
  /// The kinds of names that are declared nowhere, and whose sentences leave the kind open.
  private var likely: [NameKey: NameKind] = [:]
  /// The kinds of which something is declared: every name of such a kind must be.
  package private(set) var declaredKinds: Set<NameKind> = []
  /// The members of each declared series: the prefix, the first and the last number.
  private var series: [(prefix: String, first: Int64, last: Int64, at: NameUse)] = []

  init(_ syntax: PolicySyntax) {
    let uses = NameWalker(syntax).uses
    self.uses = uses
    var first: NameUse?
    for use in uses {
      let key = use.key
      if use.isDeclaration, let kind = use.kind { declaredKinds.insert(kind) }
      if use.isSeries {
        if let begin = first {
          enter(begin, use)
          first = nil
        } else {
          first = use
        }
      } else if use.isDeclaration, declarations[key] == nil {
        declarations[key] = use
        if let kind = use.kind { kinds[key] = kind }
      }
    }
    // A name that is declared nowhere is of the kind that its first sentence asks for.
    for use in uses where !use.isDeclaration {
      let key = use.key
      if kinds[key] == nil, let kind = use.kind { kinds[key] = kind }
    }
    for use in uses where kinds[use.key] == nil {
      guard let kind = use.likely, !declaredKinds.contains(kind), declaration(of: use) == nil else {
        continue
      }
      // Anything may be asked for; a meter alone has a number.
      if likely[use.key] == nil || likely[use.key] == .feature { likely[use.key] = kind }
    }
  }

  private mutating func enter(_ first: NameUse, _ last: NameUse) {
    guard let from = SeriesName.ifAny(first.name.text), let to = SeriesName.ifAny(last.name.text),
      from.prefix == to.prefix, from.number <= to.number
    else { return }
    series.append((from.prefix, from.number, to.number, first))
  }

  /// The use that holds an offset; its end counts too.
  package func use(at offset: Int) -> NameUse? {
    let low = uses.partitioningIndex { $0.name.span.start > offset }
    guard low > 0 else { return nil }
    let found = uses[low - 1]
    return offset <= found.name.span.end ? found : nil
  }

  /// The kind of a name: as it is declared, else as it is used.
  package func kind(of use: NameUse) -> NameKind? {
    if let kind = kinds[use.key] { return kind }
    if case .things = use.space { return declaringSeries(use.name.text) == nil ? nil : .feature }
    return nil
  }

  /// The kind of a name, or the one that it has most likely, where its sentences leave it open.
  package func likelyKind(of use: NameUse) -> NameKind? {
    kind(of: use) ?? likely[use.key]
  }

  /// The declaration of a name: its own, or that of the series it is a member of.
  package func declaration(of use: NameUse) -> NameUse? {
    if let found = declarations[use.key] { return found }
    guard case .things = use.space else { return nil }
    return declaringSeries(use.name.text)
  }

  /// The places that name the same thing, in the order of the text.
  package func places(of use: NameUse) -> [NameUse] {
    let key = use.key
    return uses.filter { $0.key == key }
  }

  /// The first place that names the same thing as a name of another policy.
  func first(like other: NameUse) -> NameUse? {
    let key = other.key
    return uses.first { $0.key == key }
  }

  /// The names of a kind, declared or only used, each once, in the order of the text; the members
  /// of a series at its place.
  ///
  /// - Parameter typed: Where a word begins that is being typed: it is no name yet.
  package func names(of kind: NameKind, without typed: Int? = nil) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    func add(_ name: String) { if seen.insert(name).inserted { names.append(name) } }
    let space: NameUse.Space = kind == .product ? .products : .things
    for use in uses where use.space == space && use.name.span.start != typed {
      if use.isSeries {
        if kind == .feature { for member in members(ofSeriesAt: use) { add(member) } }
      } else if (kinds[use.key] ?? likely[use.key]) == kind {
        add(use.name.text)
      }
    }
    return names
  }

  /// The members of a series that begins at a place; of a long one the first and the last.
  private func members(ofSeriesAt use: NameUse) -> [String] {
    guard let one = series.first(where: { $0.at == use }) else { return [] }
    let shown = one.last - one.first < 100 ? Array(one.first...one.last) : [one.first, one.last]
    return shown.map { "\(one.prefix)\($0)" }
  }

  /// The choices of a fact or a setting, in the order of the text; those of a fact that is declared
  /// nowhere are the values that it is compared with.
  package func choices(of owner: String) -> [String] {
    let all = uses.filter { $0.space == .choices(of: owner) }
    let declared = all.filter { $0.isDeclaration }
    var seen: Set<String> = []
    return (declared.isEmpty ? all : declared).map { $0.name.text }.filter {
      seen.insert($0).inserted
    }
  }

  /// The first member of the declared series that a name is a member of.
  package func declaringSeries(_ name: String) -> NameUse? {
    guard let member = SeriesName.ifAny(name) else { return nil }
    for one in series where one.prefix == member.prefix {
      if one.first <= member.number, member.number <= one.last { return one.at }
    }
    return nil
  }
}

/// Two names are the same thing if their keys are equal.
package struct NameKey: Sendable, Hashable {
  package var text: String
  package var space: NameUse.Space
}

extension NameUse {
  fileprivate var key: NameKey { NameKey(text: name.text, space: space) }
}
