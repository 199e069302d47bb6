/// A list of what a policy says many of: rules, targets, labels.
///
/// In a graph that was compiled for use, or read from a compiled file, it lies in `FlatTables`, and
/// an element is put together when it is asked for: nothing is made for each element before. To
/// change such a list makes an array of it.
package struct RecordTable<Element: FlatRecord>: Sendable {
  @usableFromInline var elements: [Element] = []
  @usableFromInline var flat: FlatTables?

  @inlinable package init() {}

  /// A list of these elements.
  @inlinable package init(_ elements: [Element]) {
    self.elements = elements
  }

  /// The elements that lie in the tables of a compiled file.
  init(_ tables: FlatTables) {
    flat = tables
  }

  /// The tables of the compiled file, while nothing was changed.
  var tables: FlatTables? { flat }

  @usableFromInline mutating func unfold() {
    guard flat != nil else { return }
    elements = Array(self)
    flat = nil
  }
}

/// What can lie in the tables of a compiled file.
package protocol FlatRecord: Sendable {
  /// How many of them there are.
  static func count(in tables: FlatTables) -> Int
  /// Puts one together. The tables were verified.
  init(_ tables: FlatTables, at index: Int)
}

extension RecordTable: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  package typealias Index = Int
  package typealias Indices = Range<Int>

  @inlinable package var startIndex: Int { 0 }

  @inlinable package var endIndex: Int {
    if let flat { return Element.count(in: flat) }
    return elements.count
  }

  @inlinable package subscript(index: Int) -> Element {
    get {
      if let flat { return Element(flat, at: index) }
      return elements[index]
    }
    _modify {
      unfold()
      yield &elements[index]
    }
  }

  @inlinable package mutating func replaceSubrange(
    _ range: Range<Int>, with new: some Collection<Element>
  ) {
    unfold()
    elements.replaceSubrange(range, with: new)
  }

  @inlinable package mutating func append(_ element: Element) {
    unfold()
    elements.append(element)
  }

  @inlinable package mutating func reserveCapacity(_ count: Int) {
    unfold()
    elements.reserveCapacity(count)
  }
}

extension RecordTable: ExpressibleByArrayLiteral {
  @inlinable package init(arrayLiteral elements: Element...) {
    self.elements = elements
  }
}
