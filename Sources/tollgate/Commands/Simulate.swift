import ArgumentParser
import TollgateSyntax

/// `tollgate simulate POLICY HISTORY`
struct Simulate: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Plays a history of purchases, and shows what each step opens and locks.",
    discussion: """
      A history is a text with one step on each line, such as `at 2026-01-31 buy annual`, `after 1 \
      month`, `billing fails`, `refund annual` or `expect csv-export denied`. A store with a clock \
      of its own plays it: it renews, gives a grace, and ends what is not paid; what happens by \
      itself between two steps is shown too. Examples/PurchaseHistories/README.md has every step.

      Exit status: 0 played, and everything as expected; 1 something is not as expected; 2 a \
      policy or history that cannot be read, or a step that makes no sense where it stands; 64 \
      wrong usage.

      JSON (schema 1): {"schema", "policy", "fingerprint", "history", "passed", "steps": [{"at", \
      "line", "text", "events": [{"event", "product", "transaction", "until", "to", "percent", \
      "because"}], "answer": {"code", "text"}, "changes": [{"kind", "unlocked", "locked", \
      "transactions"}], "status": {"tier", "entitlements", "stale", "plan", "products"}, \
      "decisions", "expected", "failures": [{"target", "expected", "actual", "decision"}]}]}. \
      What happened by itself has no line.
      """
  )

  @Argument(help: "The policy: a .gate file, or - for standard input.", completion: .policies)
  var policy: String

  @Argument(help: "The history, or - for standard input.", completion: .file())
  var history: String

  @OptionGroup var format: FormatOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["POLICY": policy, "HISTORY": history])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let policy = try PolicyFile.compiled(textAt: self.policy)
    let history = try History.read(self.history, for: policy)
    let simulation = try Waiting.result { () -> Result<Simulation, Failure> in
      do throws(Failure) {
        return .success(try await Simulation(history).run())
      } catch {
        return .failure(error)
      }
    }.get()
    switch format.format {
    case .text: try output.write(SimulationText(simulation).text)
    // Half of an answer is none for a program.
    case .json where simulation.problems.isEmpty: try output.line(SimulationJSON(simulation).text)
    case .json: break
    }
    guard simulation.problems.isEmpty else {
      throw simulation.problems.failure(in: history.source)
    }
    return simulation.isMet ? .success : .negative
  }
}
