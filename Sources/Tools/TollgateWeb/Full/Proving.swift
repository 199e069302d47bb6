import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWebCalls

/// `{"old", "new", "at", "locale"}`, two texts → `{"difference": as tollgate diff --format json, "plans":
/// [{"title", "sentences"}], "products": […]}`.
@_expose(wasm, "tollgate_diff") @_cdecl("tollgate_diff")
public func diff(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let report = DiffReport.comparing(
      try call.compiled("old"), try call.compiled("new"),
      budget: LintOptions(budget: webBudget).exactBudget, withPlans: true, at: try call.at(),
      in: try call.locale())
    let owner = report.owner
    return JSONWriter.document { writer in
      writer.key("difference")
      report.write(to: &writer)
      for (key, entries) in [("plans", owner.plans), ("products", owner.products)] {
        writer.array(key, entries) { entry, writer in
          writer.object { writer in
            writer.member("title", entry.title)
            writer.member("sentences", entry.sentences)
          }
        }
      }
    }
  }
}

extension Call {
  /// The policy of a text that must have no mistake.
  fileprivate func compiled(_ key: String) throws(CallFault) -> Policy {
    let source = try source(key)
    do throws(PolicyError) {
      return try Policy(source)
    } catch {
      throw CallFault("compile", error.description(in: "en"), path: key)
    }
  }
}

/// `{"text", "claim"}` → `{"claims": [{"claim", "line", "verdict": "proved" or "refuted" or
/// "undecided", "targets", "words", "scenario"}]}`. Without `claim` those of the text.
@_expose(wasm, "tollgate_prove") @_cdecl("tollgate_prove")
public func prove(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    var source = try call.source()
    var from = 0
    if let claim = try call.read("claim", Read.text) {
      from = source.bytes.count + 2
      source = source.appending(Array("\n\n\(claim)".utf8))
    }
    let result = Compiler.compile(source, mending: true)
    guard var policy = result.policy, let graph = result.graph else {
      let message = result.diagnostics.first?.headline ?? ""
      throw CallFault("compile", message, path: from > 0 ? "claim" : "text")
    }
    policy.claims = policy.claims.filter { $0.span.start >= from }
    policy.valueClaims = policy.valueClaims.filter { $0.span.start >= from }
    let reports = ClaimCheck.run(
      policy, graph, budget: LintOptions(budget: webBudget).exactBudget)
    return JSONWriter.document { writer in
      writer.array("claims", reports) { report, writer in write(report, source, &writer) }
    }
  }
}

private func write(_ report: ClaimReport, _ source: Source, _ writer: inout JSONWriter) {
  var (verdict, targets) = ("proved", [String]())
  var example: ClaimReport.Counterexample?
  switch report.verdict {
  case .proved: break
  case .undecided: verdict = "undecided"
  case .refuted(let refutation):
    (verdict, targets, example) = ("refuted", refutation.targets, refutation.example)
  }
  writer.object { writer in
    writer.member("claim", ClaimCheck.words(of: report.claim, in: source))
    writer.member("line", source.position(at: report.claim.span.start).line)
    writer.member("verdict", verdict)
    writer.member("targets", targets)
    writer.member("words", example?.words)
    writer.member("scenario", example?.scenario)
  }
}

/// `{"text"}` → `{"scenarios": [{"title", "line", "passed", "failures": [{"line", "target",
/// "expected", "actual", "why": [{"line", "rule"}]}]}], "claims": as of prove, "covered", "total", "rules": [{"line", "covered", "missing"}],
/// "suggestions": [TEXT]}`; `suggestions` only with `"suggest": true`.
@_expose(wasm, "tollgate_test") @_cdecl("tollgate_test")
public func test(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let source = try call.source()
    let result = Compiler.compile(source, mending: true)
    guard let policy = result.policy, let graph = result.graph else {
      throw CallFault("compile", result.diagnostics.first?.headline ?? "", path: "text")
    }
    let runner = ScenarioRunner(graph: graph)
    var coverage = Coverage(of: graph)
    let claims = ClaimCheck.run(
      policy, graph, budget: LintOptions(budget: webBudget).exactBudget)
    var writer = JSONWriter(pretty: false)
    let isSuggested = try call.read("suggest", Read.boolean) ?? false
    writer.object { writer in
      writer.array("scenarios", policy.scenarios) { scenario, writer in
        write(runner.run(scenario, into: &coverage), scenario, runner, source, &writer)
      }
      writer.array("claims", claims) { report, writer in write(report, source, &writer) }
      writer.member("covered", coverage.covered)
      writer.member("total", coverage.total)
      writer.key("rules")
      writer.array { writer in write(coverage, &writer) }
      let suggestions = isSuggested ? Suggester(coverage).suggestions : []
      writer.member("suggestions", suggestions.map { $0.text })
    }
    return writer.text
  }
}

private func write(
  _ report: ScenarioReport, _ scenario: CheckedScenario, _ runner: ScenarioRunner,
  _ source: Source, _ writer: inout JSONWriter
) {
  writer.object { writer in
    writer.member("title", report.title)
    writer.member("line", source.position(at: report.span.start).line)
    writer.member("asks", report.asks)
    writer.member("passed", report.failures.isEmpty)
    writer.array("failures", report.failures) { failure, writer in
      writer.object { writer in
        writer.member("line", source.position(at: failure.span.start).line)
        writer.member("target", failure.decision.target)
        writer.member("expected", failure.parts.map { $0.expected }.joined(separator: " "))
        writer.member("actual", failure.parts.map { $0.actual }.joined(separator: " "))
        writer.array("why", rulesThatDecided(failure.decision)) { rule, writer in
          let graph = failure.decision.prepared.graph
          let place = graph.parts.rules[Int(rule)].place
          writer.object { writer in
            writer.member("line", graph.parts.place(ofRow: place.row).line)
            writer.member("rule", place.text)
          }
        }
      }
    }
  }
}

/// The rule by which a decision is what it is: of one that is not allowed, the first that stops it;
/// of an allowed one, all that let it through. None where no rule is about the target.
private func rulesThatDecided(_ decision: Decision) -> [Int32] {
  if let deciding = decision.blockers.deciding { return [deciding.index] }
  return (decision.inquiry?.trace ?? []).map { $0.rule }
}

private func write(_ coverage: Coverage, _ writer: inout JSONWriter) {
  let graph = coverage.graph
  for (index, place) in coverage.places.enumerated() {
    let rule = Int32(index)
    writer.object { writer in
      let (file, line) = graph.parts.place(ofRow: place.row)
      writer.member("file", file)
      writer.member("line", line)
      writer.member("covered", words(coverage.shown[index], rule, graph))
      writer.member("missing", words(coverage.missing(rule), rule, graph))
    }
  }
}

private func words(_ marks: CoverageMarks, _ rule: Int32, _ graph: RuleGraph) -> [String] {
  marks.goals.map { graph.words(for: $0, of: rule) }
}
