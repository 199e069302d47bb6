import TollgateSyntax

/// Which file uses which, and the first files of the policies that each belongs to.
///
/// That is the file itself, unless others use it: then it belongs to the policies of all of them.
/// Files that use each other in a circle belong to what uses one of them from outside, else to the
/// first of them by path.
struct UseGraph: Sendable {
  /// The files that each file uses.
  private var used: [FilePath: Set<FilePath>] = [:]
  /// The files that use each file.
  private var users: [FilePath: Set<FilePath>] = [:]
  /// The answers so far.
  private var roots: [FilePath: Set<FilePath>] = [:]

  /// Notes the files that a file uses; `nil` for a file that is gone. Returns those of which it
  /// uses one more or one less.
  mutating func set(_ paths: [FilePath]?, of user: FilePath) -> Set<FilePath> {
    let (before, after) = (used[user] ?? [], Set(paths ?? []))
    let changed = before.symmetricDifference(after)
    guard !changed.isEmpty else { return [] }
    used[user] = after
    for path in before.subtracting(after) { users[path]?.remove(user) }
    for path in after.subtracting(before) { users[path, default: []].insert(user) }
    roots = [:]
    return changed
  }

  /// The first files of the policies that a file belongs to; at least one.
  mutating func roots(of path: FilePath) -> Set<FilePath> {
    if let known = roots[path] { return known }
    findRoots(from: path)
    return roots[path] ?? [path]
  }

  /// A file on the way from one to what uses it.
  private struct Step {
    var path: FilePath
    var users: [FilePath]
    var next = 0
    /// When it was met, and the earliest file on the way that it is in a circle with.
    var number: Int
    var first: Int
  }

  /// Finds the circles of files from one on upwards, those first that others belong to (Tarjan).
  private mutating func findRoots(from path: FilePath) {
    var numbers: [FilePath: Int] = [:]
    /// The files whose circle is not known yet.
    var open: [FilePath] = []
    var way: [Step] = []
    func enter(_ path: FilePath) {
      numbers[path] = numbers.count
      open.append(path)
      let number = numbers.count - 1
      way.append(
        Step(path: path, users: (users[path] ?? []).sorted(), number: number, first: number))
    }
    enter(path)
    while let last = way.indices.last {
      let step = way[last]
      if step.next < step.users.count {
        way[last].next += 1
        let user = step.users[step.next]
        if roots[user] != nil { continue }
        if let number = numbers[user] {
          way[last].first = min(step.first, number)
        } else {
          enter(user)
        }
        continue
      }
      way.removeLast()
      if let before = way.indices.last { way[before].first = min(way[before].first, step.first) }
      guard step.first == step.number, let start = open.lastIndex(of: step.path) else { continue }
      close(Set(open[start...]))
      open.removeSubrange(start...)
    }
  }

  /// Settles the roots of files that are a circle, or of one that is none.
  private mutating func close(_ circle: Set<FilePath>) {
    var found: Set<FilePath> = []
    for path in circle {
      for user in users[path] ?? [] where !circle.contains(user) {
        found.formUnion(roots[user] ?? [])
      }
    }
    if found.isEmpty, let first = circle.min() { found = [first] }
    for path in circle { roots[path] = found }
  }
}
