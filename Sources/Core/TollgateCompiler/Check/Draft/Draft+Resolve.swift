import TollgateRuntime
import TollgateSyntax

extension Draft {
  /// The meaning of a name, if its kind fits the place. Otherwise nil, with a report, unless the
  /// cause has been reported already.
  func resolve(_ name: NameSyntax, _ wanted: NameKind...) -> NameTable.Entry? {
    resolve(name, anyOf: wanted)
  }

  func resolve(_ name: NameSyntax, anyOf wanted: [NameKind]) -> NameTable.Entry? {
    guard let entry = entry(name.text, isProduct: wanted == [.product]) else {
      reportUnknown(name, wanted)
      return nil
    }
    if entry.isDisputed { return nil }
    if wanted.contains(entry.kind) { return entry }
    reportKind(name, entry, wanted)
    return nil
  }

  func reportKind(
    _ name: NameSyntax, _ entry: NameTable.Entry, _ wanted: [NameKind]
  ) {
    report(
      .name(
        .wrongKind(
          name.text, entry.kind, wanted: wanted, entry.span, isDeclared: entry.isDeclared)),
      at: name.span)
  }

  /// Reports a name without a meaning in its name space.
  func reportUnknown(_ name: NameSyntax, _ wanted: [NameKind]) {
    guard isWorthReporting(name) else { return }
    if wanted.contains(.feature), hasUnreadSeries { return }
    if let other = otherMeaning(of: name.text, wanted) {
      reportKind(name, other, wanted)
    } else {
      report(.name(.undeclared(name.text, wanted)), at: name.span)
    }
  }

  /// False if an unknown name has its explanation elsewhere: in what could not be read, or in
  /// letters that look like others, which is reported here.
  func isWorthReporting(_ name: NameSyntax) -> Bool {
    if unreadNames.contains(name.text) { return false }
    guard checkScripts(of: name) else { return false }
    guard let (other, entry) = lookalike(of: name.text) else { return true }
    report(
      .name(.lookalike(name.text, other: other, entry.span, isUndeclared: true)), at: name.span)
    return false
  }

  /// The meaning of a name in the other name space, or as a member of a series.
  private func otherMeaning(of name: String, _ wanted: [NameKind]) -> NameTable.Entry? {
    if wanted == [.product] { return entry(name) }
    if let product = entry(name, isProduct: true) { return product }
    guard !wanted.contains(.feature), let member = SeriesName.ifAny(name),
      let series = names.series(of: member)
    else { return nil }
    return NameTable.Entry(
      name: name, kind: .feature, index: series.index, span: series.span,
      isDeclared: series.isDeclared,
      isQuoted: false)
  }

  /// The references of a list, each thing once.
  func references(_ list: [NameSyntax], _ kind: NameKind) -> [Reference] {
    var known: Set<Int32> = []
    var references: [Reference] = []
    for name in list {
      guard let entry = resolve(name, kind), known.insert(entry.index).inserted else { continue }
      references.append(Reference(entry.index, name.span))
    }
    return references
  }

  /// The index of the thing that this very name declares; nil if it was declared before.
  func own(_ name: NameSyntax, _ kind: NameKind) -> Int? {
    let entry = entry(name.text, isProduct: kind == .product)
    guard let entry, entry.kind == kind, entry.span == name.span else { return nil }
    return Int(entry.index)
  }
}
