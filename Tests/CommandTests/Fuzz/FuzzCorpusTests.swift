import Foundation
import TestSupport
import Testing
import TollgateKit

@testable import tollgate

/// The kept inputs of `.ci/fuzz`, one after the other, without libFuzzer.
@Suite struct FuzzCorpusTests {
  static let folder = Repository.url("Tests/Fuzz/Corpus")

  @Test(arguments: FuzzTarget.allCases) func keptInputsAreReadOrRefused(
    target: FuzzTarget
  ) throws {
    let inputs = try FuzzCorpusTests.inputs(of: target.rawValue)
    #expect(inputs.count >= 3)
    for input in inputs { target.run(input) }
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
