import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWebCalls

/// As `tollgate_check`, in words → `{"decision", "headline", "message", "waysIn", "text", "rules":
/// [{"file", "line", "rule", "holds": BOOLEAN or null}]}`: what a person reads, what a developer reads, and
/// every rule about the target.
@_expose(wasm, "tollgate_explain") @_cdecl("tollgate_explain")
public func explain(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let (policy, decision) = try call.decision()
    let locale = try call.locale()
    let currency = try call.read("currency", Read.text)
    let person = decision.customerText(in: locale, currency: currency)
    return JSONWriter.document { writer in
      writer.key("decision")
      decision.write(to: &writer, policy: policy, locale: locale, currency: currency)
      writer.member("headline", person.headline)
      writer.member("message", person.message)
      writer.member("waysIn", person.waysIn)
      writer.member("text", decision.fullText(in: locale, currency: currency))
      writer.key("rules")
      writer.array { writer in
        for (index, truth) in decision.inquiry?.trace ?? [] {
          let place = policy.graph.parts.rules[Int(index)].place
          let (file, line) = policy.graph.parts.place(ofRow: place.row)
          writer.object { writer in
            writer.member("file", file)
            writer.member("line", line)
            writer.member("rule", place.text)
            switch truth.holds {
            case .yes: writer.member("holds", true)
            case .no: writer.member("holds", false)
            default:
              writer.key("holds")
              writer.null()
            }
          }
        }
      }
    }
  }
}

/// `{"policy", "at", "locale"}` → as `tollgate table --format json`.
@_expose(wasm, "tollgate_table") @_cdecl("tollgate_table")
public func table(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    try call.policy().planTable(in: try call.locale(), at: try call.at()).json()
  }
}

/// `{"policy", "locale"}` → as `tollgate describe --format json`.
@_expose(wasm, "tollgate_describe") @_cdecl("tollgate_describe")
public func describe(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    try call.policy().plainDescription(in: try call.locale()).json
  }
}

/// `{"policy", "target", "snapshot", "at", "locale"}` → `{"svg": TEXT or null}`; null where nobody
/// could read so large a picture. Without `at` it shows no user.
@_expose(wasm, "tollgate_graph") @_cdecl("tollgate_graph")
public func graph(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let policy = try call.policy()
    var situation: PictureSituation?
    if let now = try call.read("at", Read.instant) {
      situation = PictureSituation(
        snapshot: policy.prepareOnce(try call.snapshot()), ask: Ask(), now: now)
    }
    let target = try call.read("target", Read.text)
    guard
      let picture = policy.picture(of: target, in: situation, locale: try call.locale())
    else { throw CallFault("request", "the policy has no such target", path: "target") }
    return JSONWriter.document { $0.member("svg", picture.svg) }
  }
}

/// `{"policy", "snapshot", "target", "at", "locale"}` → as `tollgate paywall --format json`.
@_expose(wasm, "tollgate_paywall") @_cdecl("tollgate_paywall")
public func paywall(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let policy = try call.policy()
    return policy.products(
      for: policy.prepare(try call.snapshot()), target: try call.read("target", Read.text),
      ask: Ask(), in: try call.locale(), currency: try call.read("currency", Read.text),
      at: try call.at(), storePrices: [:]
    ).json()
  }
}
