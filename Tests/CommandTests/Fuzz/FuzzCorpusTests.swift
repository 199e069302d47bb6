import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateSyntax

@testable import tollgate

/// The kept inputs of `.ci/fuzz`, one after the other, without libFuzzer.
@Suite struct FuzzCorpusTests {
  static let folder = Repository.url("Tests/Fuzz/Corpus")

  @Test(arguments: FuzzTarget.allCases) func keptInputsAreReadOrRefused(
    target: FuzzTarget
  ) async throws {
    let inputs = try FuzzCorpusTests.inputs(of: target.rawValue)
    #expect(inputs.count >= 3)
    // A history waits for its tasks, which this thread may have to run.
    await withCheckedContinuation { done in
      let thread = Thread {
        for input in inputs { target.run(input) }
        done.resume()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  /// What is played and edited does something: most kept histories are read to their end.
  @Test func theKeptHistoriesArePlayed() throws {
    let policy = (source: FuzzHistory.source, graph: FuzzHistory.policy.graph)
    let read = try FuzzCorpusTests.inputs(of: "history").compactMap { bytes in
      try? History.read(TollgateSyntax.Source(name: "a.history", bytes: bytes), for: policy)
    }
    #expect(read.count >= 3)
    #expect(read.reduce(0) { $0 + $1.steps.count } > 12)
  }

  /// What the targets use is what they say.
  @Test func theSampleIsReadAndItsFileIsGenuine() throws {
    #expect(FuzzSample.policy.graph.targets.count == 15)
    #expect(CompiledEdits.file([]) == FuzzSample.file)
    #expect(try Policy(compiled: CompiledEdits.file([])).name == "Fuzz")
    // Another fingerprint: with a checksum that fits, it is refused as what it is.
    let forged = CompiledEdits.file([0, 0, 12, 0, 0xFF, 0, 0, 0])
    #expect(throws: PolicyError.self) { try Policy(compiled: forged) }
    _ = try Policy(compiled: forged, trusting: .ownBundle)
    #expect(FuzzSample.keys != nil)
  }

  static func inputs(of target: String) throws -> [[UInt8]] {
    let folder = folder.appendingPathComponent(target)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try names.map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) }
  }
}
