/// Values by key, in the order of the keys. For a few entries with texts as keys, as a book has
/// them, a search among the keys is several times as fast as a hash, and a copy is one array.
struct SortedMap<Key: Hashable & Comparable & Sendable, Value: Hashable & Sendable>: Sendable {
  private var entries: [Element] = []

  typealias Element = (key: Key, value: Value)

  /// How many entries there are.
  var count: Int { entries.count }

  /// The value of a key; nil if there is none.
  subscript(key: Key) -> Value? {
    get {
      let place = place(of: key)
      return has(key, at: place) ? entries[place].value : nil
    }
    set {
      let place = place(of: key)
      if has(key, at: place) { entries.remove(at: place) }
      if let newValue { entries.insert((key, newValue), at: place) }
    }
  }

  /// The value of a key, which is there from then on.
  subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let place = place(of: key)
      if !has(key, at: place) { entries.insert((key, value()), at: place) }
      yield &entries[place].value
    }
  }

  /// The place of the first key that does not come before this one.
  private func place(of key: Key) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func has(_ key: Key, at place: Int) -> Bool {
    place < entries.count && entries[place].key == key
  }
}

extension SortedMap: Sequence {
  func makeIterator() -> IndexingIterator<[Element]> { entries.makeIterator() }
}

extension SortedMap: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension SortedMap: Hashable {
  static func == (a: SortedMap, b: SortedMap) -> Bool {
    a.entries.elementsEqual(b.entries) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) {
    for (key, value) in entries {
      hasher.combine(key)
      hasher.combine(value)
    }
  }
}
