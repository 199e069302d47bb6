/// Values by key, in the order of the keys. For a few entries with texts as keys, as a book has
/// them, a search among the keys is several times as fast as a hash, and a copy is one array.
struct SortedMap<Key: Hashable & Comparable & Sendable, Value: Hashable & Sendable>: Sendable {
  private var entries: [Element] = []

  /// A key and its value. (Not a tuple: copying an array of tuples asks the runtime for their type.)
  struct Element: Sendable, Hashable {
    var key: Key
    var value: Value
  }

  /// A single value.
  init(_ key: Key, _ value: Value) {
    entries = [Element(key: key, value: value)]
  }

  /// The value of a key; nil if there is none.
  subscript(key: Key) -> Value? {
    get { index(of: key).map { entries[$0].value } }
    set {
      switch (newValue, index(of: key)) {
      case (let value?, let place?): entries[place].value = value
      case (let value?, nil): entries.insert(Element(key: key, value: value), at: place(of: key))
      case (nil, let place?): entries.remove(at: place)
      case (nil, nil): break
      }
    }
  }

  /// The place of a key; nil if there is none.
  func index(of key: Key) -> Int? {
    // Whether two texts are equal is told sooner than which of them comes first.
    if entries.count <= 4 { return entries.firstIndex { $0.key == key } }
    let place = place(of: key)
    return has(key, at: place) ? place : nil
  }

  /// The value of a key, which is there from then on.
  subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let place = index(of: key) ?? place(of: key)
      if !has(key, at: place) { entries.insert(Element(key: key, value: value()), at: place) }
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

extension SortedMap: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  subscript(place: Int) -> Element { _read { yield entries[place] } }
}

extension SortedMap: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension SortedMap: Hashable {}
