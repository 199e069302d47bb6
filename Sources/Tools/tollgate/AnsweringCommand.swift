import ArgumentParser

/// A command that answers on standard output and ends with an ``ExitStatus``.
protocol AnsweringCommand: ParsableCommand {
  /// Writes the answer, and returns how the command ends.
  func answer(on output: Output) throws(Failure) -> ExitStatus
}

extension AnsweringCommand {
  func run() throws {
    let output = Output()
    var status: ExitStatus
    do throws(Failure) {
      status = try answer(on: output)
    } catch {
      status = error.status
      complain(error, after: output)
    }
    do throws(Failure) {
      try output.flush()
    } catch {
      status = error.status
      complain(error, after: nil)
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// Prints on standard error why the command failed, after the output so far.
  private func complain(_ failure: Failure, after output: Output?) {
    // The last flush reports a failure of the output itself.
    do throws(Failure) { try output?.flush() } catch {}
    Console.complain(failure)
    if failure.status == .usage {
      let name = Self.configuration.commandName ?? Self._commandName
      Console.say("  See 'tollgate \(name) --help' for more information.")
    }
  }
}
