import Foundation
import Synchronization
import Testing
import TollgateKit
import TollgateLog
import TollgateRuntime
import TollgateTesting

/// Observers of decisions, the log, and the replay of a log.
@Suite struct LogTests {
  private final class Seen: DecisionObserver {
    let events = Mutex<[DecisionEvent]>([])
    func decided(_ event: DecisionEvent) { events.withLock { $0.append(event) } }
  }

  @Test("an observer is told every decision, however it was asked for")
  func observer() throws {
    let seen = Seen()
    let flow = Flow(snapshot: Snapshot(subject: "anna"), observer: seen)
    let gate = flow.gate
    #expect(!gate.can(.csvExport))
    #expect(gate.allows(.recommendations, adding: 2) == gate.decision(.recommendations).isAllowed)
    _ = gate.store.decide("csv-export", facts: ["beta": .yesOrNo(true)])
    let events = seen.events.withLock { $0 }
    #expect(
      events.map { $0.decision.target } == [
        "csv-export", "recommendations", "recommendations", "csv-export",
      ])
    let first = try #require(events.first)
    #expect(first.rule?.rule == "csv-export requires pro")
    #expect(first.decision.reason == .notHeld)
    #expect(first.subject == "anna")
    #expect(first.at == flow.clock.now())
    #expect(first.policy.fingerprint == Shop.policy.fingerprint)
    #expect(first.rollouts == [])
    #expect(events.last?.facts == ["beta": .yesOrNo(true)])
    // Nobody is told what a sequence asks by itself, or a gate without an observer.
    #expect(!Gate<Shop>().can(.csvExport))
    #expect(seen.events.withLock { $0.count } == 4)
  }

  @Test("an event tells whose rollouts the rules read")
  func rollouts() throws {
    let seen = Seen()
    for subject in ["anna", "ben", "carl", "dora", "emil", "fritz", nil] {
      let gate = Flow(snapshot: Snapshot(subject: subject), observer: seen).gate
      let isOpen = gate.can(.nightMode)
      let exposure = try #require(seen.events.withLock { $0.last?.rollouts.first })
      #expect(exposure.name == "trial")
      #expect(exposure.isIn == (subject == nil ? nil : !isOpen))
    }
    let exposures = seen.events.withLock { $0 }.compactMap { $0.rollouts.first?.isIn }
    #expect(Set(exposures) == [true, false])
  }

  private func question(_ gate: Gate<Shop>) {
    _ = gate.can(.csvExport)
    _ = gate.can(.nightMode)
    gate.update { $0.usage["recommendations"] = Usage(day: Counter(2)) }
    _ = gate.allows(.recommendations)
  }

  @Test("a log has a line for each decision, which can be replayed")
  func logged() async throws {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("log.jsonl")
      let log = try DecisionLog(url)
      question(Flow(snapshot: Snapshot(subject: "anna"), observer: log).gate)
      try log.flush()
      let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 3)
      #expect(log.dropped == 0)
      var same = Replay(Shop.policy)
      let stricter = Shop.source.replacingOccurrences(of: "> 3 per day", with: "> 2 per day")
      var other = Replay(try Policy(source: stricter))
      for (index, line) in lines.enumerated() {
        let logged = try LoggedDecision(line: Array(line.utf8))
        #expect(logged.subject == "anna")
        #expect(logged.fingerprint == Shop.policy.fingerprint)
        try same.compare(logged, line: index + 1)
        try other.compare(logged, line: index + 1)
      }
      #expect(same.decisions == 3)
      #expect(same.different == 0)
      #expect(other.different == 1)
      let change = try #require(other.changes.first)
      #expect(change.target == "recommendations")
      #expect(change.isLoss && !change.isGain)
      #expect(change.rule?.rule == "recommendations > 2 per day requires pro")
      #expect(change.line == 3)
      // A second log goes on at the end.
      let again = try DecisionLog(url)
      question(Flow(observer: again).gate)
      try again.flush()
      #expect(try String(contentsOf: url, encoding: .utf8).split(separator: "\n").count == 6)
    }
  }

  @Test("a sampled log has a part of the lines, and one without snapshots cannot be replayed")
  func sampled() async throws {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("log.jsonl")
      for (share, range) in [(0.0, 0...0), (0.5, 350...650), (1.0, 1000...1000)] {
        try? FileManager.default.removeItem(at: url)
        let log = try DecisionLog(url, sampling: share, includesSnapshots: false)
        let gate = Flow(observer: log).gate
        for _ in 0..<1000 { _ = gate.can(.csvExport) }
        try log.flush()
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        #expect(range.contains(lines.count + log.dropped))
        #expect(log.dropped == 0)
        guard let line = lines.first else { continue }
        let logged = try LoggedDecision(line: Array(line.utf8))
        #expect(logged.question.snapshot == nil)
        let error = #expect(throws: SnapshotError.self) { try logged.replayed(by: Shop.policy) }
        #expect(error?.path == "snapshot")
      }
    }
  }

  @Test("a log that cannot be opened names its file")
  func unwritable() async throws {
    try await withFolder { folder in
      let url = folder.appendingPathComponent("no/log.jsonl")
      let error = #expect(throws: DecisionLogError.self) { try DecisionLog(url) }
      #expect(error?.description(in: "en").hasPrefix(url.path) == true)
      #expect(error?.description(in: "zh-Hans").contains(url.path) == true)
    }
  }
}
