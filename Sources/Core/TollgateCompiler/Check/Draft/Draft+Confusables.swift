import TollgateRuntime
import TollgateSyntax

extension Draft {
  /// Names that mix scripts, and pairs of names that cannot be told apart by eye.
  func checkConfusables() {
    let unusual = names.entries.filter { !isPlain($0.name) }
    for kind in NameKind.allCases {
      for entry in unusual where entry.kind == kind {
        checkScripts(of: NameSyntax(entry.name, span: entry.span))
        if !confusing.contains(entry.name) { checkLookalikes(of: entry.name, kind, entry) }
      }
    }
  }

  private func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 }
  }

  private func anyEntry(_ name: String) -> NameTable.Entry? {
    entry(name) ?? entry(name, isProduct: true)
  }

  /// Reports a name that mixes scripts, once; false if it does.
  @discardableResult
  func checkScripts(of name: NameSyntax) -> Bool {
    if isPlain(name.text) { return true }
    let scripts = Script.all(in: name.text)
    guard scripts.count > 1 else { return true }
    guard confusing.insert(name.text).inserted else { return false }
    let skeleton = Skeleton.of(name.text)
    let meant = anyEntry(skeleton) == nil || skeleton == name.text ? nil : skeleton
    report(.name(.mixedScripts(name.text, scripts, meant: meant)), at: name.span)
    return false
  }

  private func checkLookalikes(
    of name: String, _ kind: NameKind, _ entry: NameTable.Entry
  ) {
    let skeleton = Skeleton.of(name)
    var other = skeleton == name ? nil : anyEntry(skeleton).map { (skeleton, $0) }
    if other == nil, let known = skeletons[skeleton], known != name {
      other = anyEntry(known).map { (known, $0) }
    }
    if skeletons[skeleton] == nil { skeletons[skeleton] = name }
    guard let (otherName, otherEntry) = other else { return }
    let isLater = entry.span.start >= otherEntry.span.start
    let (late, early) = isLater ? (name, otherName) : (otherName, name)
    confusing.insert(late)
    report(
      .name(
        .lookalike(
          late, other: early, isLater ? otherEntry.span : entry.span, isUndeclared: false)),
      at: isLater ? entry.span : otherEntry.span)
  }

  /// The declared name that an undeclared one looks like.
  func lookalike(of name: String) -> (name: String, entry: NameTable.Entry)? {
    let skeleton = Skeleton.of(name)
    if skeleton != name, let entry = anyEntry(skeleton) { return (skeleton, entry) }
    guard let other = skeletons[skeleton], other != name else { return nil }
    return anyEntry(other).map { (other, $0) }
  }
}
