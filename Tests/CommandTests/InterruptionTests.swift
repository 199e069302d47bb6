import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Ctrl-C and the like.
@Suite struct InterruptionTests {
  /// A command whose output nobody reads yet, so that it waits in the middle of writing.
  private final class Unread {
    let process = Process()
    private let pipe = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = Shell.tollgate
      process.arguments = arguments
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      // A thread of the test may block the signals, and a shell that runs the tests behind its back
      // has them ignored: a process inherits both, and would wait for ever.
      var (signals, before) = (sigset_t(), sigset_t())
      sigemptyset(&signals)
      let numbers = [SIGINT, SIGTERM, SIGHUP]
      for number in numbers { sigaddset(&signals, number) }
      pthread_sigmask(SIG_UNBLOCK, &signals, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      // For good: another test may begin a process at this moment.
      for number in numbers { signal(number, SIG_DFL) }
      try process.run()
      var request = pollfd(
        fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, 60_000)
      // It fills the pipe, and waits.
      usleep(300_000)
    }

    func rest() -> Data {
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return data
    }
  }

  private static let series = "series L1..L20000\n"

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["text", "json"])
  func theOutputOfAnInterruptedCommandEndsAtALine(signal: Int32, format: String) throws {
    let folder = try Folder()
    // In the text every second member has a row of its own.
    var policy = "entitlement pro\n" + InterruptionTests.series
    for index in stride(from: 1, through: 19_999, by: 2) { policy += "L\(index) requires pro\n" }
    try folder.write(policy, to: "a.gate")
    let command = try Unread(["access", folder["a.gate"], "--format", format])
    kill(command.process.processIdentifier, signal)
    let output = command.rest()
    #expect(command.process.terminationReason == .uncaughtSignal)
    #expect(command.process.terminationStatus == signal)
    #expect(output.last == 0x0A)
    // It is a part of the answer, and not all of it.
    #expect(output.count >= 65_536)
    #expect(output.count < 200_000)
  }

  @Test func theSecondSignalEndsACommandThatNobodyReads() throws {
    let folder = try Folder(["a.gate": InterruptionTests.series])
    let command = try Unread(["access", folder["a.gate"], "--format", "json"])
    kill(command.process.processIdentifier, SIGINT)
    usleep(100_000)
    #expect(command.process.isRunning)
    kill(command.process.processIdentifier, SIGINT)
    command.process.waitUntilExit()
    #expect(command.process.terminationStatus == SIGINT)
  }

  @Test func aSignalThatIsIgnoredStaysIgnored() throws {
    let folder = try Folder()
    let line = """
      trap '' INT
      { sleep 1; printf 'feature x\\n'; } | "$tollgate" check - x &
      sleep 0.5; kill -INT $!; wait $!
      """
    let result = try Command.shell(line, in: folder.url)
    #expect(result.status == 0)
    #expect(result.output.contains("x"))
  }
}
