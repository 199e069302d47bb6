public import TollgateUsage

/// What every store of documents goes through, whatever keeps it.
public struct DocumentTrial {
  /// The steps that went otherwise; empty if all is well.
  public private(set) var faults: [String] = []

  /// Writes, reads, lists and deletes.
  public init(_ store: any DocumentStore) async throws {
    try await versions(in: store)
    try await lists(in: store)
    try await race(in: store)
  }

  private mutating func expect(_ isSo: Bool, _ step: String) {
    if !isSo { faults.append(step) }
  }

  private mutating func versions(in store: any DocumentStore) async throws {
    let id = "ada \"'\\ ü"
    expect(try await store.document(id, of: "user") == nil, "there is none")
    let first = try await store.write("{}", as: id, of: "user", at: nil)
    expect(first != nil, "it is written")
    expect(try await store.write("[]", as: id, of: "user", at: nil) == nil, "it is there")
    let read = try await store.document(id, of: "user")
    expect(read?.text == "{}" && read?.version == first && read?.id == id, "it is read")
    expect(try await store.document(id, of: "link") == nil, "another kind has none")
    let second = try await store.write("[1]", as: id, of: "user", at: first)
    expect(second != nil && second != first, "it is another version")
    expect(
      try await store.write("[2]", as: id, of: "user", at: first) == nil, "it is not the first")
    expect(try await store.document(id, of: "user")?.text == "[1]", "it stayed")
    expect(try await store.write(nil, as: id, of: "user", at: first) == nil, "nor is it deleted")
    expect(try await store.write(nil, as: id, of: "user", at: second) == 0, "it is deleted")
    expect(try await store.document(id, of: "user") == nil, "it is gone")
    let third = try await store.write("{}", as: id, of: "user", at: nil)
    expect(third != first && third != second && third != nil, "it begins with another version")
  }

  private mutating func lists(in store: any DocumentStore) async throws {
    for id in ["b", "é", "a", "B", "a/1", "zz"] {
      _ = try await store.write("{}", as: id, of: "list", at: nil)
    }
    let all = try await store.documents(of: "list", after: "", most: 10).map { $0.id }
    expect(all == ["B", "a", "a/1", "b", "zz", "é"], "in the order of bytes: \(all)")
    let some = try await store.documents(of: "list", after: "a", most: 2).map { $0.id }
    expect(some == ["a/1", "b"], "two behind one: \(some)")
  }

  /// Of ten writers who read the same version one writes.
  private mutating func race(in store: any DocumentStore) async throws {
    let start = try await store.write("0", as: "race", of: "user", at: nil)
    let written = try await withThrowingTaskGroup(of: Bool.self) { group in
      for writer in 1...10 {
        group.addTask {
          try await store.write("\(writer)", as: "race", of: "user", at: start) != nil
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    expect(written == 1, "one of ten writes: \(written)")
  }
}
