import TollgateCompiler
package import TollgateKit
import TollgateRuntime
package import TollgateSyntax

// What both modules export: a compiled policy, and decisions about it. Each takes a request in JSON
// and its length.

/// `{"compiled": BASE64}` → as `tollgate_compile`.
@_expose(wasm, "tollgate_load") @_cdecl("tollgate_load")
public func load(_ request: UnsafePointer<UInt8>?, _ length: Int32) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    guard let bytes = Base64.decode(Array(try call.text("compiled").utf8), .standard) else {
      throw CallFault("request", "`compiled` is not base64", path: "compiled")
    }
    do throws(PolicyError) {
      return written(try Policy(compiled: bytes))
    } catch {
      throw CallFault("compile", error.description(in: "en"), path: "compiled")
    }
  }
}

/// Keeps a policy, and says what it is: its number, name, fingerprint and targets.
package func written(_ policy: Policy, _ more: (inout JSONWriter) -> Void = { _ in }) -> String {
  var writer = JSONWriter(pretty: false)
  writer.object { writer in
    writer.member("policy", policies.add(policy))
    writer.member("name", policy.name)
    writer.member("fingerprint", policy.fingerprint)
    writer.member("targets", policy.graph.targets.map { policy.graph.parts.targets[Int($0.index)].name })
    more(&writer)
  }
  return writer.text
}

/// `{"policy": NUMBER}` or `{"snapshot": NUMBER}` → `{"released": BOOLEAN}`.
@_expose(wasm, "tollgate_release") @_cdecl("tollgate_release")
public func release(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let done =
      call.members["policy"] != nil
      ? policies.remove(try call.number("policy")) : snapshots.remove(try call.number("snapshot"))
    return done ? "{\"released\":true}" : "{\"released\":false}"
  }
}

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
  package func decision() throws(CallFault) -> (Policy, Decision) {
    let policy = try policy()
    let at = try at()
    do throws(SnapshotError) {
      let (line, problems) = try BatchLine(json: value).resolvingFacts(for: policy.graph)
      if let first = problems.first { throw first }
      let prepared = policy.prepareOnce(
        line.snapshot ?? Snapshot(), usage: line.usage, facts: line.facts)
      return (policy, policy.graph.decide(line.target, ask: line.ask, for: prepared, at: at))
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
    var writer = JSONWriter(pretty: false)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", policy.name)
      writer.member("fingerprint", policy.fingerprint)
      writer.member("tier", policy.tier(in: prepared, at: now))
      writer.key("targets")
      writer.array { writer in
        for target in policy.graph.targets {
          policy.decide(target, for: prepared, at: now)
            .write(to: &writer, policy: policy, locale: locale)
        }
      }
    }
    return writer.text
  }
}

/// `{"policy", "snapshot"}` → `{"snapshot": NUMBER}`, for the functions without JSON.
@_expose(wasm, "tollgate_prepare") @_cdecl("tollgate_prepare")
public func prepare(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let policy = try call.policy()
    let prepared = policy.prepare(try call.snapshot())
    let number = snapshots.add(
      Prepared(graph: policy.graph, snapshot: prepared, count: policy.graph.targets.count))
    return "{\"snapshot\":\(number)}"
  }
}
