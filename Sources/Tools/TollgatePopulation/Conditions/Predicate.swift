/// A condition on the columns of the wide table that is so for a user, or is not.
final class Predicate: Sendable, Hashable {
  let kind: Kind
  private let hash: Int

  enum Kind: Sendable, Hashable {
    case nothing, everything
    /// The column is known, and at least this.
    case atLeast(ColumnIndex, Int64)
    /// The column is not known.
    case missing(ColumnIndex)
    case not(Predicate)
    case all(Predicate, Predicate)
    case any(Predicate, Predicate)
  }

  init(_ kind: Kind) {
    self.kind = kind
    hash = kind.hashValue
  }

  static let nothing = Predicate(.nothing)
  static let everything = Predicate(.everything)

  static prefix func ! (predicate: Predicate) -> Predicate {
    switch predicate.kind {
    case .nothing: everything
    case .everything: nothing
    case .not(let other): other
    case .atLeast, .missing, .all, .any: Predicate(.not(predicate))
    }
  }

  func and(_ other: Predicate) -> Predicate {
    switch (kind, other.kind) {
    case (.nothing, _), (_, .everything): self
    case (_, .nothing), (.everything, _): other
    default: self == other ? self : Predicate(.all(self, other))
    }
  }

  func or(_ other: Predicate) -> Predicate {
    switch (kind, other.kind) {
    case (.everything, _), (_, .nothing): self
    case (_, .everything), (.nothing, _): other
    default: self == other ? self : Predicate(.any(self, other))
    }
  }

  static func == (a: Predicate, b: Predicate) -> Bool {
    a === b || (a.hash == b.hash && a.kind == b.kind)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The place of a column in the wide table, from 0.
package typealias ColumnIndex = Int32
