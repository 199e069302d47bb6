/// An addition of another library to a gate, such as a store that sells or a book that counts.
struct GatePart: Sendable {
  let type: ObjectIdentifier
  let part: any Sendable
  let hooks: GateHooks
}

/// The work of a part when something happens to its gate.
package struct GateHooks: Sendable {
  /// The gate is another account's now.
  let accountChanged: @Sendable (AccountChange) async -> Void
  /// The gate closes.
  let closed: @Sendable () async -> Void

  package init(
    accountChanged: @escaping @Sendable (AccountChange) async -> Void = { _ in },
    closed: @escaping @Sendable () async -> Void = {}
  ) {
    self.accountChanged = accountChanged
    self.closed = closed
  }
}

/// A gate became another account's.
package struct AccountChange: Sendable, Hashable {
  /// The account before; nil for nobody.
  package let old: String?
  /// The account now; nil for nobody.
  package let new: String?
  /// Whether the counts of nobody become the account's.
  package let isAdopting: Bool
}

extension Gate {
  /// A part that another library has added; nil if it has not.
  package func part<Part: Sendable>(_ type: Part.Type) -> Part? {
    parts.withLock { parts in
      parts.first { $0.type == ObjectIdentifier(type) }?.part
    } as? Part
  }

  /// Adds a part, in the place of an earlier one of its type.
  package func add<Part: Sendable>(_ part: Part, _ hooks: GateHooks = GateHooks()) {
    let new = GatePart(type: ObjectIdentifier(Part.self), part: part, hooks: hooks)
    parts.withLock { parts in
      if let place = parts.firstIndex(where: { $0.type == new.type }) {
        parts[place] = new
      } else {
        parts.append(new)
      }
    }
  }

  /// Takes a part away, without its hooks; nil if there is none.
  package func remove<Part: Sendable>(_ type: Part.Type) -> Part? {
    parts.withLock { parts in
      let place = parts.firstIndex { $0.type == ObjectIdentifier(type) }
      return place.map { parts.remove(at: $0).part }
    } as? Part
  }

  /// Lets go of the store and the book: the gate follows the store no more, and the files of the
  /// journal and of the counts are free at once, for another gate or another process. Then it
  /// answers from what it knows, and sells and counts nothing until `launch` and `count` connect it
  /// again.
  ///
  /// ```swift
  /// try gate.save()
  /// await gate.close()
  /// ```
  public func close() async {
    let closed = parts.withLock { parts in
      defer { parts = [] }
      return parts
    }
    for part in closed { await part.hooks.closed() }
  }
}
