import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension DiffReport {
  /// For programs: schema 1, every key always present. An example has a snapshot that can be asked
  /// about again.
  var json: String {
    var writer = JSONWriter(pretty: true)
    write(to: &writer)
    return writer.text
  }

  /// Writes it as part of another document.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", 1)
      write("old", old, to: &writer)
      write("new", new, to: &writer)
      writer.array("changes", difference.changes) { change, writer in write(change, to: &writer) }
      writer.array("values", difference.values) { change, writer in write(change, to: &writer) }
      writer.member("equal", difference.equal)
      writer.member("added", difference.added)
      writer.member("removed", difference.removed)
      writer.array("undecided", difference.undecided) { undecided, writer in
        writer.object { writer in
          writer.member("targets", undecided.targets)
          writer.member("values", undecided.values)
          writer.member("stoppedAfter", undecided.exhausted.words)
        }
      }
      writeLists(to: &writer)
    }
  }

  private func write(_ key: String, _ policy: Policy, to writer: inout JSONWriter) {
    writer.object(key) { writer in
      writer.member("policy", policy.graph.name)
      writer.member("file", policy.graph.parts.file)
      writer.member("fingerprint", policy.graph.fingerprint)
    }
  }

  private func write(_ change: PolicyDifference.Change, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("targets", change.targets)
      write("loss", change.loss, to: &writer)
      write("gain", change.gain, to: &writer)
    }
  }

  private func write(_ change: PolicyDifference.ValueChange, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("setting", change.setting)
      writer.member("change", change.direction.rawValue)
      writer.key("old")
      write(change.old, of: change.setting, in: old, to: &writer)
      writer.key("new")
      write(change.new, of: change.setting, in: new, to: &writer)
      write("users", change.side, to: &writer)
    }
  }

  private func write(
    _ value: SettingValue?, of name: String, in policy: Policy, to writer: inout JSONWriter
  ) {
    let graph = policy.graph
    let setting = graph.target(name).flatMap { graph.setting(of: $0.index) }
    guard let value, let setting else { return writer.null() }
    value.write(to: &writer, unit: graph.parts.settings[Int(setting)].kind.unit)
  }

  private func write(
    _ key: String, _ side: PolicyDifference.Side?, to writer: inout JSONWriter
  ) {
    writer.key(key)
    guard let side else { return writer.null() }
    writer.object { writer in
      writer.member("for", side.boxes)
      writer.member("count", side.count)
      writer.member("isMore", side.isMore)
      writer.array("lines", side.sources) { source, writer in
        writer.object { writer in
          write("old", source.old, to: &writer)
          write("new", source.new, to: &writer)
        }
      }
      writer.member("example", side.example) { example, writer in write(example, to: &writer) }
    }
  }

  private func write(
    _ key: String, _ line: PolicyDifference.SourceLine?, to writer: inout JSONWriter
  ) {
    writer.key(key)
    guard let line else { return writer.null() }
    let policy = key == "old" ? old : new
    writer.object { writer in
      writer.member("file", line.file.isEmpty ? policy.graph.parts.file : line.file)
      writer.member("line", line.number)
      writer.member("rule", line.text)
    }
  }

  private func write(_ example: PolicyDifference.Example, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("target", example.target)
      writer.member("words", example.words)
      ExampleJSON.write(example.snapshot, example.ask, example.now, to: &writer)
      write("before", example.before, to: &writer)
      write("after", example.after, to: &writer)
      writer.member("scenario", example.scenario)
    }
  }

  private func write(_ key: String, _ decision: Decision, to writer: inout JSONWriter) {
    writer.object(key) { writer in
      writer.member("outcome", decision.outcome.rawValue)
      writer.member("reason", decision.reason.rawValue)
    }
  }

  private func writeLists(to writer: inout JSONWriter) {
    writer.array("alsoChanged", difference.lists) { change, writer in
      writer.object { writer in
        writer.member("what", change.subject)
        writer.member("old", change.old)
        writer.member("new", change.new)
      }
    }
  }
}

/// A question that an example asks, in the words of a batch line.
enum ExampleJSON {
  static func write(
    _ snapshot: Snapshot, _ ask: Ask, _ now: Instant, to writer: inout JSONWriter
  ) {
    switch ask.growth {
    case .adding(let amount):
      writer.member("adding", number: amount)
    case .reaching(let value):
      writer.member("reaching", number: value)
    case .reachingUnlimited: writer.member("reaching", "unlimited")
    }
    writer.member("continuing", ask.isContinuing)
    writer.member("at", InstantText.print(now))
    writer.key("snapshot")
    writer.raw(snapshot.json())
  }
}
