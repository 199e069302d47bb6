import Foundation
import TestSupport
import Testing

@testable import TollgateGenerator

/// What the compiler says to an app that writes a name of its policy wrongly.
@Suite struct TypedNameTests {
  private static let policy = """
    policy Shop
    tiers free < pro
    product annual
      grants pro
    feature csv-export
    meter bills
    setting history is 7 days
      30 days with pro
    csv-export requires pro
    bills > 500 requires pro

    """

  private static let app = """
    import TollgateKit

    func run() {
      let gate = Gate<Shop>()
      if gate.can(.csvExport), gate.allows(.bills, adding: 1) {
        let seconds: Int64 = gate.value(of: .history)
        print(seconds, Shop.Product.annual)
      }
    }

    """

  @Test("a typo in a generated name does not compile, and the compiler names it")
  func typos() throws {
    let right = try check(Self.app)
    try #require(right.status == 0, "\(right.errors)")
    let typos = [
      (".csvExport", ".csvExprot", "type 'FeatureName<Shop>' has no member 'csvExprot'"),
      (".bills", ".bill", "type 'MeterName<Shop>' has no member 'bill'"),
      ("of: .history", "of: .histroy", "has no member 'histroy'"),
      (".annual", ".anual", "has no member 'anual'"),
      // A meter is no feature, and a setting has its type.
      ("can(.csvExport)", "can(.bills)", "type 'FeatureName<Shop>' has no member 'bills'"),
      ("Int64", "String", "cannot convert"),
    ]
    var wrong = Self.app
    for (name, typo, _) in typos { wrong += line(name, typo) }
    let found = try check(wrong)
    #expect(found.status != 0)
    for (_, _, words) in typos {
      #expect(found.errors.contains(words), "\(words): \(found.errors)")
    }
  }

  /// The app once more with one name changed, as a function of its own.
  private func line(_ name: String, _ typo: String) -> String {
    let body = Self.app.split(separator: "\n").dropFirst().joined(separator: "\n")
    return body.replacingOccurrences(of: name, with: typo)
      .replacingOccurrences(of: "func run", with: "\nfunc run\(abs(typo.hashValue))")
  }

  /// Type-checks an app beside what the plugin writes for the policy.
  private func check(_ app: String) throws -> Shell.Result {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let policy = folder.appendingPathComponent("Shop.gate")
    try Self.policy.write(to: policy, atomically: true, encoding: .utf8)
    let names = Generator.generate([policy.path])
    try #require(!names.hasErrors)
    let files = try [("Names.swift", names.source), ("App.swift", app)].map { name, text in
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let modules = Shell.tollgate.deletingLastPathComponent().appendingPathComponent("Modules")
    return try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swiftc", "-swift-version", "6", "-typecheck", "-parse-as-library", "-I", modules.path]
        + files)
  }
}
