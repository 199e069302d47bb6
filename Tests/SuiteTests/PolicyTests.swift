import Foundation
import TestSupport
import Testing
import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The shipped policies: they compile cleanly, and their scenarios pass.
@Suite struct PolicyTests {
  @Test(arguments: Repository.policies) func itsScenariosPass(path: String) throws {
    let source = try PolicyTests.source(path)
    let result = Compiler.compile(source)
    let text = TextRenderer(source: source, color: false).render(result.diagnostics)
    #expect(result.diagnostics.isEmpty, "\(text)")
    let graph = try #require(result.graph)
    let policy = try #require(result.policy)
    #expect(policy.scenarios.count >= 5)
    let runner = ScenarioRunner(graph: graph)
    for scenario in policy.scenarios {
      for failure in runner.run(scenario).failures {
        let words = ScenarioWords.describe(failure, in: source)
        Issue.record("\(path): \(scenario.title): \(words)")
      }
    }
  }

  @Test(arguments: Repository.policies) func itGoesThroughEveryCheck(path: String) throws {
    let failures = PolicyChecks.failures(of: try PolicyTests.source(path))
    #expect(failures.isEmpty, "\(failures)")
  }

  /// Every row of class G has a row of its own in the table, with the reason where it has no
  /// scenario; and every scenario that the table names exists.
  @Test func theTableNamesEveryRow() throws {
    let titles = try Repository.policies.map(Repository.text).joined()
    var rows: Set<String> = []
    for line in try Repository.text("Policies/README.md").split(separator: "\n") {
      let cells = line.components(separatedBy: "|")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, PolicyTests.rowsOfClassG.contains(cells[1]) else { continue }
      rows.insert(cells[1])
      guard cells[2] != "—" else {
        #expect(!cells[3].isEmpty, "\(cells[1]) has neither a scenario nor a reason")
        continue
      }
      for title in cells[2].components(separatedBy: "<br>") {
        let scenario = "scenario \"\(cells[1]) \(title)\""
        #expect(titles.contains(scenario), "there is no \(scenario)")
      }
    }
    #expect(PolicyTests.rowsOfClassG.filter { !rows.contains($0) } == [])
  }

  /// The rows of class G of the requirements: they are not part of the checkout, so their ids are
  /// written down here.
  static let rowsOfClassG: [String] = [
    "ET-1.1", "ET-1.2", "ET-1.3", "ET-1.4", "ET-1.5", "ET-2.1", "ET-2.2", "ET-2.3", "ET-2.4",
    "ET-5.1", "ET-5.2", "ET-5.3", "ET-5.4", "ET-6.1", "ET-6.2", "ET-6.3", "ET-7.1", "ET-7.2",
    "ET-7.3", "ET-10.1", "ET-10.2", "ET-10.3", "ET-10.4", "ET-10.5", "FW-8.2", "FW-8.3",
    "BT-US1.1", "BT-US1.4", "BT-US4.1", "BT-US4.2", "BT-US4.3", "BT-US4.4", "BT-US4.5",
    "BT-US4.T", "BT-US6.1", "BT-US6.2", "BT-US6.3", "BT-US6.T", "BT-FR-005", "BT-SC-005",
    "BT-SC-007", "LG-OV-2", "LG-OV-4", "LG-IF-14", "LG-IF-15", "LG-IF-17", "LG-DM-4", "LG-DM-5",
    "LG-DM-8", "LG-P7", "LG-P9", "LG-P17", "LG-P18", "LG-P20", "LG-P21", "LG-UT-S1",
    "LG-UT-C1", "LG-UT-C2", "LG-LOC-1", "LG-LOC-2", "LG-LOC-3", "LG-LOC-5",
    "LG-LOC-6", "LG-MIG-3", "LG-ROLL-2", "LG-ROLL-3", "LG-ROLL-4", "LG-UX-3", "KO-1.1",
    "KO-1.2", "KO-1.3", "KO-1.4", "KO-2.1", "KO-2.2", "KO-3.1", "KO-3.2", "KO-3.3", "KO-3.4",
    "KO-3.5", "KO-7.2", "KO-7.3", "KO-7.4",
  ]

  /// The text of a policy, with that of the files that it uses.
  static func source(_ path: String) throws -> Source {
    let url = Repository.url(path)
    let source = Source(name: url.lastPathComponent, bytes: [UInt8](try Data(contentsOf: url)))
    return source.joined { path, _ throws(UseFault) in
      let used = url.deletingLastPathComponent().appendingPathComponent(path)
      guard let data = try? Data(contentsOf: used) else { throw .missing(near: nil) }
      return FoundFile(path: path, bytes: [UInt8](data))
    }
  }
}
