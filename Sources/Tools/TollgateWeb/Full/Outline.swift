import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWebCalls

/// `{"policy", "locale"}` → what the policy speaks of, for a form about a user: `targets` (`name`,
/// `label`, `kind`: feature, meter or setting, and the `windows` of a meter that something reads;
/// `total` is one), `products` (`once`: paid once, so that it does not end), `entitlements`, `facts`
/// (`name`, `label`, `type`, `choices`), `hasRollouts` and `tiers`, how many of the entitlements are
/// tiers.
@_expose(wasm, "tollgate_outline") @_cdecl("tollgate_outline")
public func outline(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let policy = try call.policy()
    return outline(of: policy, in: try call.locale())
  }
}

private func outline(of policy: Policy, in locale: String) -> String {
  let parts = policy.graph.parts
  let windows = policy.graph.windowsRead
  let texts = Texts(graph: policy.graph, locale: locale)
  return JSONWriter.document { writer in
    writer.member("label", policy.label(in: locale))
    writer.array("targets", policy.graph.targets) { target, writer in
      let record = parts.targets[Int(target.index)]
      let other = policy.graph.setting(of: target.index) == nil ? "feature" : "setting"
      named(record.name, policy.label(ofTarget: record.name, in: locale), &writer) {
        $0.member("kind", record.meter != nil ? "meter" : other)
        $0.member("windows", record.meter.map { windows[Int($0)] } ?? [])
      }
    }
    writer.array("products", parts.products) { product, writer in
      named(product.name, policy.label(ofProduct: product.name, in: locale), &writer) {
        $0.member("forSale", product.isForSale)
        $0.member("once", product.price?.period == .once)
      }
    }
    writer.array("entitlements", parts.entitlements) { entitlement, writer in
      let label = policy.label(ofEntitlement: entitlement.name, in: locale)
      named(entitlement.name, label, &writer) { _ in }
    }
    writer.member("tiers", parts.tierCount)
    writer.array("facts", parts.facts) { fact, writer in
      named(fact.name, texts.label(fact.label) ?? fact.name, &writer) {
        $0.member("type", name(of: fact.type))
        $0.member("choices", fact.choices)
      }
    }
    writer.member("hasRollouts", !parts.rollouts.isEmpty)
  }
}

extension RuleGraph {
  /// By meter, the windows whose counters a limit or a condition reads; the total if there is none.
  fileprivate var windowsRead: [[String]] {
    var found = parts.meters.map { _ in [Window]() }
    func add(_ counter: CounterIndex) {
      let meter = Int(counter.meter)
      if !found[meter].contains(counter.window) { found[meter].append(counter.window) }
    }
    for rule in parts.rules.indices {
      if let limit = self[rule: Int32(rule)].limit, limit.meter != nil { add(limit.counter) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node { add(counter) }
    }
    return found.map { windows in
      windows.isEmpty ? ["total"] : windows.map { $0.name ?? "total" }
    }
  }
}

private func named(
  _ name: String, _ label: String, _ writer: inout JSONWriter,
  _ more: (inout JSONWriter) -> Void
) {
  writer.object { writer in
    writer.member("name", name)
    writer.member("label", label)
    more(&writer)
  }
}

private func name(of type: Fact.FactType) -> String {
  switch type {
  case .choice: "choice"
  case .date: "date"
  case .yesOrNo: "yes-or-no"
  case .version: "version"
  case .number: "number"
  }
}
