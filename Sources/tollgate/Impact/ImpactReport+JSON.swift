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
        object.member("loses", count.loses)
        object.member("onlyWarned", count.onlyWarned)
        object.member("gains", count.gains)
        object.member("loser", count.loser)
        object.member("gainer", count.gainer)
        object.array("lines", row.lines) { line, array in
          array.object { object in
            object.member("change", line.isLoss ? "loses" : "gains")
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
