package import TollgateKit
import TollgateRuntime

/// The things that a caller keeps, by numbers from 1. A number that was given back, or never given,
/// is nothing.
package struct Handles<Item> {
  private var items: [Item?] = []
  private var spare: [Int] = []

  package init() {}

  /// Keeps an item; the number to ask for it with.
  package mutating func add(_ item: Item) -> Int {
    if let place = spare.popLast() {
      items[place] = item
      return place + 1
    }
    items.append(item)
    return items.count
  }

  package subscript(number: Int) -> Item? {
    number > 0 && number <= items.count ? items[number - 1] : nil
  }

  /// Lets go of an item; false if there is none.
  package mutating func remove(_ number: Int) -> Bool {
    guard self[number] != nil else { return false }
    items[number - 1] = nil
    spare.append(number - 1)
    return true
  }
}

/// A snapshot in the terms of its policy.
struct Prepared {
  let graph: RuleGraph
  let snapshot: PreparedSnapshot
  /// How many targets the policy has.
  let count: Int
}

// Invariant: a module of WebAssembly runs one call at a time.
nonisolated(unsafe) package var policies = Handles<Policy>()
// Invariant: as above.
nonisolated(unsafe) var snapshots = Handles<Prepared>()
