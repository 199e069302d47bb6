import TollgateKit
import Workload

extension Operation {
  /// Whole policies: a thousand rules each.
  static var policies: [Operation] {
    [
      Operation("compile 1,000 rules", count: 1) {
        let bytes = Array(GeneratedPolicy(features: 1000).text.utf8)
        return { consume(targets(of: bytes)) }
      },
      Operation("refuse 1,000 rules for a mistake in the last", count: 1) {
        let bytes = Array((GeneratedPolicy(features: 1000).text + "e1 > > 3 requires\n").utf8)
        guard targets(of: bytes) == 0 else { throw WorkloadError("the mistake is none") }
        return { consume(targets(of: bytes)) }
      },
      Operation("load 1,000 features", count: 1) {
        let policy = try Policy(source: GeneratedPolicy(features: 1000).text)
        let compiled = policy.compiled()
        return { consume((try? Policy(compiled: compiled, trusting: .ownBundle)) == nil ? 0 : 1) }
      },
      Operation("load 1,000 features and work out their fingerprint", count: 1) {
        let compiled = try Policy(source: GeneratedPolicy(features: 1000).text).compiled()
        return { consume((try? Policy(compiled: compiled)) == nil ? 0 : 1) }
      },
      Operation("write the compiled file of 1,000 features", count: 1) {
        let policy = try Policy(source: GeneratedPolicy(features: 1000).text)
        return { consume(policy.compiled().count) }
      },
      Operation("read a snapshot in JSON", count: 1) {
        return { consume((try? Snapshot(json: snapshotJSON))?.grants.count ?? 0) }
      },
    ]
  }

  private static func targets(of bytes: [UInt8]) -> Int {
    (try? Policy(Source(name: "generated.gate", bytes: bytes)))?.targets.count ?? 0
  }

  private static let snapshotJSON = """
    {
      "schema": 1, "subject": "user-42", "asOf": "2026-02-20T08:00:00Z",
      "grants": [
        {"product": "com.app.pro.annual", "state": "active", "start": "2026-01-01T00:00:00Z",
          "until": "2027-01-01T00:00:00Z", "renews": true, "quantity": 1, "id": "1000000123"},
        {"entitlement": "basic"}
      ],
      "usage": {
        "bills": 499,
        "recommendations": {"total": 40, "day": {"used": 3, "resets": "2026-02-21T00:00:00+08:00"}}
      },
      "facts": {"platform": "ios", "installed": "2026-01-05", "beta-tester": true},
      "dismissed": {"bills@450": "2026-02-20T07:00:00Z"}
    }
    """
}
