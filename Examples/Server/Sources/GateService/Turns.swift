/// Lets the uses of one user wait for each other within this process. The store would count rightly
/// without it, but of many uses at once most would try in vain.
actor Turns {
  private var last: [String: (number: Int, turn: Task<Void, Never>)] = [:]
  private var count = 0

  /// Does something for a user, after all that came before.
  func take<Result: Sendable>(
    _ user: String, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let before = last[user]?.turn
    let task = Task {
      await before?.value
      return try await body()
    }
    count += 1
    let number = count
    last[user] = (number, Task { _ = try? await task.value })
    defer { if last[user]?.number == number { last[user] = nil } }
    return try await task.value
  }
}
