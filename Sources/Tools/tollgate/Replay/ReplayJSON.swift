import TollgateKit
import TollgateLog
import TollgateRuntime
import TollgateSyntax

extension Replay {
  /// The replay for programs: schema 1, every key always present.
  func json(unreadable: Int) -> String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", policy.name)
      writer.member("fingerprint", policy.fingerprint)
      writer.member("decisions", decisions)
      writer.member("different", different)
      writer.member("unreadable", unreadable)
      writer.array("changes", changes) { change, writer in Replay.write(change, &writer) }
    }
    return writer.text
  }

  private static func write(_ change: Change, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("target", change.target)
      writer.member("count", change.count)
      for (key, answer) in [("was", change.was), ("now", change.now)] {
        writer.object(key) { writer in
          writer.member("outcome", answer.outcome.rawValue)
          writer.member("reason", answer.reason.rawValue)
        }
      }
      writer.member("rule", change.rule) { rule, writer in
        writer.object { writer in
          writer.member("text", rule.rule)
          writer.member("file", rule.file)
          writer.member("line", rule.line)
        }
      }
      writer.object("example") { writer in
        writer.member("line", change.line)
        writer.member("subject", change.subject)
        writer.member("at", change.at?.text)
      }
    }
  }
}
