import TollgateRuntime

extension RuleGraph {
  /// By entitlement, those that include it directly: not by way of another one that they include.
  var directIncluders: [[Int32]] {
    let entitlements = parts.entitlements
    var includers: [[Int32]] = entitlements.map { _ in [] }
    /// The last entitlement that was found to include each by way of another one.
    var reached = [Int](repeating: -1, count: entitlements.count)
    for (index, entitlement) in entitlements.enumerated() {
      // Whatever includes another one gives more than that one does.
      let given = entitlement.gives.filter { $0 != index }.sorted {
        (entitlements[Int($1)].gives.count, $0) < (entitlements[Int($0)].gives.count, $1)
      }
      for other in given where reached[Int(other)] != index {
        includers[Int(other)].append(Int32(index))
        for further in entitlements[Int(other)].gives { reached[Int(further)] = index }
      }
    }
    return includers
  }
}
