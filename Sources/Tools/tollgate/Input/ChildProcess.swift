#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Another program, run without a shell: its words reach it as they are. It reads no input.
struct ChildProcess {
  /// The status with which it ended; 128 and more if a signal ended it.
  var status: Int32
  var output: [UInt8]
  /// The start of its messages.
  var messages: [UInt8]
  /// Whether there was more output than was wanted; the program was stopped then.
  var isTooLong: Bool

  /// How much is kept of the messages, in bytes.
  private static let mostMessages = 4096

  /// Runs a program that is found as a shell finds it.
  static func run(
    _ words: [String], environment: [String: String], limit: Int
  ) throws(Descriptor.SystemError) -> ChildProcess {
    let output = try pipe()
    let messages: Pipe
    do {
      messages = try pipe()
    } catch {
      output.close()
      throw error
    }
    let child: pid_t
    do {
      child = try spawn(words, environment, output.write, messages.write)
    } catch {
      output.close()
      messages.close()
      throw error
    }
    Descriptor.close(output.write)
    Descriptor.close(messages.write)
    var result = ChildProcess(status: 0, output: [], messages: [], isTooLong: false)
    result.read(output.read, messages.read, limit)
    if result.isTooLong { kill(child, SIGKILL) }
    Descriptor.close(output.read)
    Descriptor.close(messages.read)
    result.status = end(of: child)
    return result
  }

  /// Reads both streams as they come, so that the program never waits for one of them.
  private mutating func read(_ output: Int32, _ messages: Int32, _ limit: Int) {
    var open = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: messages, events: Int16(POLLIN), revents: 0),
    ]
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !isTooLong, open.contains(where: { $0.fd >= 0 }) {
      guard poll(&open, nfds_t(open.count), -1) >= 0 || errno == EINTR else { return }
      for index in open.indices where open[index].fd >= 0 && open[index].revents != 0 {
        open[index].revents = 0
        let count = (try? Descriptor.read(open[index].fd, into: &chunk)) ?? 0
        if count == 0 {
          // A descriptor below 0 is not asked about any more.
          open[index].fd = -1
        } else if index == 0 {
          self.output += chunk[..<count]
          isTooLong = self.output.count > limit
        } else {
          self.messages += chunk[..<count].prefix(ChildProcess.mostMessages - self.messages.count)
        }
      }
    }
  }

  private struct Pipe {
    var read: Int32
    var write: Int32

    func close() {
      Descriptor.close(read)
      Descriptor.close(write)
    }
  }

  /// A pipe that no other program inherits.
  private static func pipe() throws(Descriptor.SystemError) -> Pipe {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return Pipe(read: ends[0], write: ends[1])
  }

  private static func spawn(
    _ words: [String], _ environment: [String: String], _ output: Int32, _ messages: Int32
  ) throws(Descriptor.SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, Descriptor.input, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, Descriptor.output)
    posix_spawn_file_actions_adddup2(&actions, messages, Descriptor.error)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    // Invariant: every pointer but the last is a copy that is freed here, once.
    defer { for copy in arguments + variables { free(copy) } }
    var child: pid_t = 0
    let fault = posix_spawnp(&child, words[0], &actions, nil, &arguments, &variables)
    guard fault == 0 else { throw Descriptor.SystemError(number: fault) }
    return child
  }

  private static func end(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return 127 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// The call that has a namesake in ``ChildProcess``.
private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
