/// A condition as the compiled file has it: a kind, and numbers whose meaning the kind decides.
package struct FlatNode: Sendable, Hashable {
  package var kind: Node.Kind
  package var a: Int32 = 0
  package var b: Int32 = 0
  package var value: Int64 = 0

  package init(kind: Node.Kind, a: Int32 = 0, b: Int32 = 0, value: Int64 = 0) {
    self.kind = kind
    self.a = a
    self.b = b
    self.value = value
  }
}

extension Node {
  package enum Kind: UInt8, Sendable, CaseIterable {
    case never, always, all, any, not, entitlement, statement, factIs, factAtLeast, usageAtLeast
    case inRollout, timeAtLeast, timeSince
  }

  /// The condition that such numbers describe; nil if there is none.
  package init?(_ flat: FlatNode) {
    let (a, b, value) = (flat.a, flat.b, flat.value)
    switch flat.kind {
    case .never: self = .never
    case .always: self = .always
    case .all: self = .all(Children(start: a, count: b))
    case .any: self = .any(Children(start: a, count: b))
    case .not: self = .not(a)
    case .entitlement:
      guard b >= -1 else { return nil }
      self = .entitlement(a, givenBy: b < 0 ? nil : b)
    case .statement: self = .statement(b, a)
    case .factIs: self = .factIs(a, value)
    case .factAtLeast: self = .factAtLeast(a, value)
    case .usageAtLeast:
      guard let window = Window(code: b) else { return nil }
      self = .usageAtLeast(CounterIndex(a, window), value)
    case .inRollout: self = .inRollout(a)
    case .timeAtLeast: self = .timeAtLeast(value)
    case .timeSince: self = .timeSince(a, value)
    }
  }

  /// The condition as the compiled file has it.
  package var flat: FlatNode {
    switch self {
    case .never: FlatNode(kind: .never)
    case .always: FlatNode(kind: .always)
    case .all(let children): FlatNode(kind: .all, a: children.start, b: children.count)
    case .any(let children): FlatNode(kind: .any, a: children.start, b: children.count)
    case .not(let child): FlatNode(kind: .not, a: child)
    case .entitlement(let entitlement, let giver):
      FlatNode(kind: .entitlement, a: entitlement, b: giver ?? -1)
    case .statement(let grant, let condition):
      FlatNode(kind: .statement, a: condition, b: grant)
    case .factIs(let fact, let value): FlatNode(kind: .factIs, a: fact, value: value)
    case .factAtLeast(let fact, let value): FlatNode(kind: .factAtLeast, a: fact, value: value)
    case .usageAtLeast(let counter, let value):
      FlatNode(
        kind: .usageAtLeast, a: counter.meter, b: Int32(counter.window.code), value: value)
    case .inRollout(let rollout): FlatNode(kind: .inRollout, a: rollout)
    case .timeAtLeast(let time): FlatNode(kind: .timeAtLeast, value: time)
    case .timeSince(let fact, let after): FlatNode(kind: .timeSince, a: fact, value: after)
    }
  }

  /// Two small numbers at a time: that takes less time than one after the other.
  package func hash(into hasher: inout Hasher) {
    let flat = flat
    hasher.combine(Int64(flat.a) &<< 32 | Int64(UInt32(bitPattern: flat.b)))
    hasher.combine(flat.value &+ Int64(flat.kind.rawValue) &<< 56)
  }
}
