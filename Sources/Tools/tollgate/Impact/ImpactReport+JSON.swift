import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

extension ImpactReport {
  /// For programs, schema 1.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { object in
      object.member("schema", 1)
      object.member("policies", policies.map { $0.graph.fingerprint })
      object.member("at", impact.now.text)
      object.member("users", impact.users)
      object.object("unreadable") { object in
        object.member("count", unreadable.count)
        object.array("lines", unreadable.lines) { fault, array in
          array.object { object in
            object.member("line", fault.line)
            object.member("error", fault.reason)
          }
        }
      }
      object.array("sections", sections) { section, array in
        array.object { object in
          object.member("group", section.group)
          object.array("targets", section.rows) { row, array in write(row, to: &array) }
        }
      }
    }
    return writer.takeText() + "\n"
  }

  private func write(_ row: Row, to writer: inout JSONWriter) {
    let count = row.count
    writer.object { object in
      object.member("target", row.target)
      for standing in [Standing.allowed, .warned, .denied] {
        object.member(standing.name, count.users(standing))
      }
      object.member("unknown", count.unknown)
      object.member("stale", count.stale)
      if isComparison {
        for kind in ChangeKind.allCases { object.member(kind.key, count.users(kind)) }
        for kind in ChangeKind.allCases { object.member(kind.exampleKey, count.examples[kind]) }
        object.member("onlyWarned", count.onlyWarned)
        object.array("lines", row.lines) { line, array in
          array.object { object in
            object.member("change", line.kind.name)
            object.member("before", line.before)
            object.member("after", line.after)
            object.member("users", line.users)
            object.member("warnedUntil", line.warnedUntil)
          }
        }
      }
      object.array("values", row.values) { value, array in
        array.object { object in
          if isComparison { object.member("before", value.before) }
          object.member(isComparison ? "after" : "value", value.after)
          object.member("users", value.users)
        }
      }
    }
  }
}

extension ChangeKind {
  /// The key of its number of users.
  fileprivate var key: String {
    switch self {
    case .loses: "loses"
    case .gains: "gains"
    case .becomesUnknown: "becomesUnknown"
    case .becomesKnown: "becomesKnown"
    }
  }

  /// The key of its first user.
  fileprivate var exampleKey: String {
    switch self {
    case .loses: "loser"
    case .gains: "gainer"
    case .becomesUnknown: "firstUnknown"
    case .becomesKnown: "firstKnown"
    }
  }
}
