// Where the parts of a policy are in its graph. Labels, facts and so on are different lists, so the
// name of the list is part of the question: `graph[product: index].notWith`.

package typealias NodeIndex = Int32
package typealias RuleIndex = Int32
package typealias EntitlementIndex = Int32
package typealias ProductIndex = Int32
package typealias MeterIndex = Int32
package typealias FactIndex = Int32
package typealias RolloutIndex = Int32

/// A counter: a meter, and what it counts over.
package struct CounterIndex: Sendable, Hashable, BitwiseCopyable {
  package var meter: MeterIndex
  package var window: Window

  package init(_ meter: MeterIndex, _ window: Window = .total) {
    self.meter = meter
    self.window = window
  }
}

extension RuleGraph {
  @inline(__always)
  package subscript(node index: NodeIndex) -> Node { parts.nodes[Int(index)] }

  @inline(__always)
  package subscript(children: Node.Children) -> ArraySlice<NodeIndex> {
    parts.edges[children.places]
  }

  /// The node at a place among the edges.
  @inline(__always)
  package subscript(edge place: Int) -> NodeIndex { parts.edges[place] }

  package subscript(target index: Int32) -> TargetRecord { parts.targets[Int(index)] }

  /// The conditions, limit and effect of a rule.
  @inline(__always)
  package subscript(rule index: RuleIndex) -> RuleCore { cores[Int(index)] }

  @inline(__always)
  package subscript(entitlement index: EntitlementIndex) -> Entitlement {
    _read { yield parts.entitlements[Int(index)] }
  }

  @inline(__always)
  package subscript(product index: ProductIndex) -> Product {
    _read { yield parts.products[Int(index)] }
  }

  @inline(__always)
  package subscript(meter index: MeterIndex) -> Meter {
    _read { yield parts.meters[Int(index)] }
  }

  @inline(__always)
  package subscript(fact index: FactIndex) -> Fact {
    _read { yield parts.facts[Int(index)] }
  }

  @inline(__always)
  package subscript(rollout index: RolloutIndex) -> Rollout {
    _read { yield parts.rollouts[Int(index)] }
  }

  /// The targets of the settings are the last ones.
  package func target(ofSetting setting: SettingIndex) -> Target {
    Target(index: Int32(parts.targets.count - parts.settings.count) + setting)
  }

  package func name(ofSetting setting: SettingIndex) -> String {
    self[target: target(ofSetting: setting).index].name
  }

  /// The setting that a target is; nil for any other target.
  package func setting(of target: Int32) -> SettingIndex? {
    let setting = Int(target) - (parts.targets.count - parts.settings.count)
    return target >= 0 && setting >= 0 ? SettingIndex(setting) : nil
  }
}
