import Foundation
import TestSupport
import Testing

@testable import TollgateKit

/// Files of policies, whole or refused.
@Suite struct PolicyFileTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func aLinkIsWhatItLeadsTo() throws {
    try withFolder { folder in
      let link = folder.appendingPathComponent("link.gate")
      let policy = folder.appendingPathComponent("a.gate")
      try Data("bills > 500 requires pro\n".utf8).write(to: policy)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: policy)
      #expect(try Policy(contentsOf: link).target("bills") != nil)
    }
  }

  @Test func whatCannotBeReadIsNamed() throws {
    try withFolder { folder in
      let missing = folder.appendingPathComponent("missing.gate")
      let error = #expect(throws: PolicyError.self) { try Policy(contentsOf: missing) }
      #expect(error?.description == "\(missing.path) cannot be read: there is no such file")
      let other = #expect(throws: PolicyError.self) { try Policy(contentsOf: folder) }
      #expect(other?.description.hasPrefix("\(folder.path) cannot be read: ") == true)
    }
  }

  @Test func aCompiledFileIsThePolicy() throws {
    try withFolder { folder in
      for path in Repository.policies {
        let policy = try Policy(contentsOf: Repository.url(path))
        let file = folder.appendingPathComponent("policy.compiled")
        try Data(policy.graph.compiled()).write(to: file)
        let read = try Policy(contentsOf: file, trusting: .ownBundle)
        #expect(read.fingerprint == policy.fingerprint, "\(path)")
        #expect(read.graph.compiled() == policy.graph.compiled(), "\(path)")
      }
    }
  }
}
