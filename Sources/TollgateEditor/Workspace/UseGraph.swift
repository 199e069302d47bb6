/// Which file uses which, and the first file of the policy that each belongs to.
///
/// That is the file itself, unless another one uses it; of several that use it, the policy of the
/// first by path. Files that use each other in a circle belong to what uses one of them from
/// outside, else to the first of them by path.
struct UseGraph: Sendable {
  /// The files that each file uses.
  private var used: [String: Set<String>] = [:]
  /// The files that use each file.
  private var users: [String: Set<String>] = [:]
  /// The answers so far.
  private var roots: [String: String] = [:]

  /// Notes the files that a file uses; `nil` for a file that is gone. Returns those of which it
  /// uses one more or one less.
  mutating func set(_ paths: [String]?, of user: String) -> Set<String> {
    let (before, after) = (used[user] ?? [], Set(paths ?? []))
    let changed = before.symmetricDifference(after)
    guard !changed.isEmpty else { return [] }
    used[user] = after
    for path in before.subtracting(after) { users[path]?.remove(user) }
    for path in after.subtracting(before) { users[path, default: []].insert(user) }
    roots = [:]
    return changed
  }

  /// The first file of the policy that a file belongs to.
  mutating func root(of path: String) -> String {
    if let known = roots[path] { return known }
    findRoots(from: path)
    return roots[path] ?? path
  }

  /// A file on the way from one to what uses it.
  private struct Step {
    var path: String
    var users: [String]
    var next = 0
    /// When it was met, and the earliest file on the way that it is in a circle with.
    var number: Int
    var first: Int
  }

  /// Finds the circles of files from one on upwards, those first that others belong to (Tarjan).
  private mutating func findRoots(from path: String) {
    var numbers: [String: Int] = [:]
    /// The files whose circle is not known yet.
    var open: [String] = []
    var way: [Step] = []
    func enter(_ path: String) {
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

  /// Settles the root of files that are a circle, or of one that is none.
  private mutating func close(_ circle: Set<String>) {
    var outside: Set<String> = []
    for path in circle { outside.formUnion((users[path] ?? []).subtracting(circle)) }
    let root = outside.min().flatMap { roots[$0] } ?? circle.min()
    for path in circle { roots[path] = root }
  }
}
