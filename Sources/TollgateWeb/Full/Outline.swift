import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWebCalls

/// `{"policy", "locale"}` → what the policy speaks of, for a form about a user: `targets` (`name`,
/// `label`, `kind`: feature, meter or setting), `products`, `entitlements`, `meters` (`name`,
/// `label`, `unit`, `windows`), `facts` (`name`, `type`, `choices`), `hasRollouts` and `tiers`, how
/// many of the entitlements are tiers.
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
  return JSONWriter.document { writer in
    writer.member("label", policy.label(in: locale))
    writer.array("targets", policy.graph.targets) { target, writer in
      let record = parts.targets[Int(target.index)]
      let other = policy.graph.setting(of: target.index) == nil ? "feature" : "setting"
      named(record.name, policy.label(ofTarget: record.name, in: locale), &writer) {
        $0.member("kind", record.meter != nil ? "meter" : other)
      }
    }
    writer.array("products", parts.products) { product, writer in
      named(product.name, policy.label(ofProduct: product.name, in: locale), &writer) {
        $0.member("forSale", product.isForSale)
      }
    }
    writer.array("entitlements", parts.entitlements) { entitlement, writer in
      let label = policy.label(ofEntitlement: entitlement.name, in: locale)
      named(entitlement.name, label, &writer) { _ in }
    }
    writer.member("tiers", parts.tierCount)
    writer.array("facts", parts.facts) { fact, writer in
      named(fact.name, fact.name, &writer) {
        $0.member("type", name(of: fact.type))
        $0.member("choices", fact.choices)
      }
    }
    writer.member("hasRollouts", !parts.rollouts.isEmpty)
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
