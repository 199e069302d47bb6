package import TollgateRuntime

// For tests that read the numbers of a condition, or make up odd ones.
extension Node {
  package var kind: Kind { flat.kind }
  package var a: Int32 { flat.a }
  package var b: Int32 { flat.b }
  package var value: Int64 { flat.value }

  package init(_ kind: Kind, a: Int32 = 0, b: Int32 = 0, value: Int64 = 0) {
    self = Node(FlatNode(kind: kind, a: a, b: b, value: value)) ?? .never
  }
}
