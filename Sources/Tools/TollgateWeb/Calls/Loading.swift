package import TollgateKit
import TollgateRuntime
package import TollgateSyntax
import TollgateWords

// Both modules export this: a compiled policy, and snapshots in its terms. Each takes a request in
// JSON and its length.

/// `{"compiled": BASE64}` → as `tollgate_compile`.
@_expose(wasm, "tollgate_load") @_cdecl("tollgate_load")
public func load(_ request: UnsafePointer<UInt8>?, _ length: Int32) -> UnsafeMutablePointer<UInt8>?
{
  answer(request, length) { call throws(CallFault) in
    guard let bytes = Base64.decode(Array(try call.text("compiled").utf8), .standard) else {
      throw CallFault("request", "`compiled` is not base64", path: "compiled")
    }
    do throws(GraphError) {
      let graph = try RuleGraph(compiled: bytes)
      guard graph.isGenuine() else { throw .notGenuine }
      return written(Policy(graph: graph))
    } catch {
      throw CallFault("compile", error.words(.english), path: "compiled")
    }
  }
}

/// Keeps a policy, and says what it is: its number, name, fingerprint and targets.
package func written(_ policy: Policy, _ more: (inout JSONWriter) -> Void = { _ in }) -> String {
  JSONWriter.document { writer in
    writer.member("policy", policies.add(policy))
    writer.member("name", policy.name)
    writer.member("fingerprint", policy.fingerprint)
    writer.member(
      "targets", policy.graph.targets.map { policy.graph.parts.targets[Int($0.index)].name })
    more(&writer)
  }
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
