import ArgumentParser
import TollgateSyntax

/// `tollgate simulate POLICY HISTORY`
struct Simulate: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Plays a history of purchases and shows what each step opens and locks.",
    discussion: """
      A history is a text with one step on each line, such as `at 2026-01-31 buy annual`, `after 1 \
      month`, `billing fails`, `refund annual` or `expect csv-export denied`. A simulated store with \
      its own clock plays it: it renews subscriptions, gives a grace period, and ends what is not \
      paid. The output also shows what happens between two steps. \
      Examples/PurchaseHistories/README.md lists every step; `tollgate schema simulate` prints the \
      schema of the JSON.

      Exit status: 0 everything is as expected; 1 something is not as expected; 2 a policy or \
      history that cannot be read, or a step that is impossible at its place; 64 wrong usage.
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
    case .text: try output.show(SimulationText(simulation).text)
    // A program gets all of the answer or none of it.
    case .json where simulation.problems.isEmpty: try output.line(SimulationJSON(simulation).text)
    case .json: break
    }
    guard simulation.problems.isEmpty else {
      throw simulation.problems.failure(in: history.source)
    }
    return simulation.isMet ? .success : .negative
  }
}
