import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWebCalls

/// A line of a batch with `policy`, `at`, and, if wished, `locale` and `currency` → a decision.
@_expose(wasm, "tollgate_check") @_cdecl("tollgate_check")
public func check(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let (policy, decision) = try call.decision()
    var writer = JSONWriter(pretty: false)
    decision.write(
      to: &writer, policy: policy, locale: try call.read("locale", Read.text) ?? "",
      currency: try call.read("currency", Read.text))
    return writer.text
  }
}

extension Call {
  /// The decision that the request asks for.
  func decision() throws(CallFault) -> (Policy, Decision) {
    let policy = try policy()
    let at = try at()
    do throws(SnapshotError) {
      let (line, problems) = try BatchLine(json: value).resolvingFacts(for: policy.graph)
      if let first = problems.first { throw first }
      let known = policy.prepareOnce(line.snapshot ?? Snapshot())
      return (policy, policy.decide(line, for: known, at: at))
    } catch {
      throw CallFault(error)
    }
  }
}

/// `{"policy", "snapshot", "at", "locale"}` → as `tollgate access --format json`.
@_expose(wasm, "tollgate_access") @_cdecl("tollgate_access")
public func access(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let policy = try call.policy()
    let now = try call.at()
    let prepared = policy.prepare(try call.snapshot())
    let locale = try call.read("locale", Read.text) ?? ""
    return JSONWriter.document { writer in
      writer.member("schema", 1)
      writer.member("policy", policy.name)
      writer.member("fingerprint", policy.fingerprint)
      writer.member("tier", policy.tier(in: prepared, at: now))
      writer.array("targets", policy.graph.targets) { target, writer in
        policy.decide(target, for: prepared, at: now)
          .write(to: &writer, policy: policy, locale: locale)
      }
    }
  }
}

/// `{"policy", "snapshot", "at", "locale"}` → `{"figures": [TEXT, …]}`: what is used and left of each
/// meter, and the value of each setting, as people read it; in the order of the targets.
@_expose(wasm, "tollgate_figures") @_cdecl("tollgate_figures")
public func figures(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let policy = try call.policy()
    let now = try call.at()
    let prepared = policy.prepare(try call.snapshot())
    let locale = try call.locale()
    return JSONWriter.document { writer in
      writer.member(
        "figures",
        policy.graph.targets.map {
          policy.decide($0, for: prepared, at: now).figures(in: locale)
        })
    }
  }
}
