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
    fact installed is a date
    fact platform is ios or android
    fact region is mars or anything else
    fact beta is yes or no
    csv-export requires pro or beta
    bills > 500 requires pro
    csv-export is off when installed since 2030-01-01
    csv-export is off when platform is android
    csv-export is off when region is mars

    """

  private static let app = """
    import Foundation
    import TollgateKit

    func run() {
      let gate = Gate<Shop>()
      if gate.can(.csvExport), gate.allows(.bills, adding: 1) {
        let seconds: Int64 = gate.value(of: .history)
        print(seconds, Shop.Product.annual)
      }
      gate.set(.installed, to: Date())
      gate.set(.platform, to: .ios)
      gate.set(.region, to: "moon")
      gate.set(.region, to: .mars)
      gate.set(.beta, to: true)
      gate.set(.bills, to: [1, 2].count)
      gate.set(.bills, to: 3, in: .day)
      gate.update { $0.grants = [Grant(product: .annual), Grant(entitlement: .pro)] }
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
      // A setting has its type, and so has a fact.
      ("Int64", "String", "cannot convert"),
      (
        "to: Date()", "to: 5",
        "cannot convert value of type 'Int' to expected argument type 'Instant'"
      ),
      (".ios", ".linux", "has no member 'linux'"),
      (
        "to: true", "to: Date()",
        "cannot convert value of type 'Date' to expected argument type 'Bool'"
      ),
      // Names that apps have from elsewhere: a view of SwiftUI, a metric of a server.
      ("Int64", "Window", "cannot find type 'Window' in scope"),
      ("Int64", "Counter", "cannot find type 'Counter' in scope"),
      // What is asked as something else says what it is.
      ("can(.csvExport)", "can(.bills)", "`bills` is a meter: ask `gate.allows(.bills)`"),
      (
        "can(.csvExport)", "can(.history)", "`history` is a setting: ask `gate.value(of: .history)`"
      ),
      ("can(.csvExport)", "can(.pro)", "`pro` is a tier: ask for the feature that it opens"),
      ("can(.csvExport)", "can(.beta)", "`beta` is a fact: tell it with `gate.set(.beta, to: …)`"),
      (
        "let seconds: Int64 = gate.value(of: .history)", "let seconds = gate.value(of: .bills)",
        "`bills` is a meter: ask `gate.quota(of: .bills)`"
      ),
      (
        "gate.value(of: .history)", "gate.value(of: .csvExport)",
        "'csvExport' is unavailable: `csv-export` is a feature: ask `gate.can(.csvExport)`"
      ),
      (
        "to: true", "to: true)\n  gate.set(.csvExport, to: true",
        "`csv-export` is a feature: ask `gate.can(.csvExport)`"
      ),
      ("allows(.bills, adding: 1)", "allows(.pro)", "`pro` is a tier: ask for the feature"),
      (
        "allows(.bills, adding: 1)", "allows(.annual)",
        "`annual` is a product: ask for the feature that it opens"
      ),
      (
        "Grant(entitlement: .pro)", "Grant(entitlement: .annual)",
        "`annual` is a product: write `Grant(product: .annual)`"
      ),
      (
        "Grant(product: .annual)", "Grant(product: .csvExport)",
        "`csv-export` is a feature: ask `gate.can(.csvExport)`"
      ),
      (
        "allows(.bills, adding: 1)", "allows(.csvExport)",
        "`csv-export` is a feature: ask `gate.can(.csvExport)`"
      ),
      (
        "Grant(product: .annual)", "Grant(product: .pro)",
        "`pro` is a tier: say the product that grants it"
      ),
    ]
    var wrong = Self.app
    for (name, typo, _) in typos {
      #expect(Self.app.contains(name), "\(name)")
      wrong += line(name, typo)
    }
    let found = try check(wrong)
    #expect(found.status != 0)
    for (_, _, words) in typos {
      #expect(found.errors.contains(words), "\(words): \(found.errors)")
    }
  }

  @Test("public names compile in an app that imports nothing publicly by itself")
  func publicNames() throws {
    let found = try check(
      Self.app.replacingOccurrences(of: "func run", with: "@MainActor func run"),
      options: #"{"access": "public"}"#,
      flags: ["-enable-upcoming-feature", "InternalImportsByDefault"])
    #expect(found.status == 0, "\(found.errors)")
  }

  @Test("types of the app that are called like those of Tollgate do not matter")
  func otherTypes() throws {
    let types = [
      "Policy", "Reason", "Product", "Instant", "FeatureName", "SettingAmount", "Fact", "Window",
      "Target", "Version", "Counter", "Money", "Platform", "Price", "Offer",
    ]
    let app = Self.app + types.map { "struct \($0) {}\n" }.joined()
    let found = try check(app)
    #expect(found.status == 0, "\(found.errors)")
  }

  /// The app once more with one name changed, as a function of its own.
  private func line(_ name: String, _ typo: String) -> String {
    let body = Self.app.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    return body.replacingOccurrences(of: name, with: typo)
      .replacingOccurrences(of: "func run", with: "\nfunc run\(abs((name + typo).hashValue))")
  }

  /// Type-checks an app beside what the plugin writes for the policy.
  private func check(
    _ app: String, options: String = "{}", flags: [String] = []
  ) throws -> Shell.Result {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let policy = folder.appendingPathComponent("Shop.gate")
    try Self.policy.write(to: policy, atomically: true, encoding: .utf8)
    let choices = folder.appendingPathComponent("tollgate-names.json")
    try options.write(to: choices, atomically: true, encoding: .utf8)
    let names = Generator.generate([policy.path, choices.path])
    try #require(!names.hasErrors, "\(names.messages)")
    let files = try [("Names.swift", names.source), ("App.swift", app)].map { name, text in
      let file = folder.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let modules = Shell.tollgate.deletingLastPathComponent().appendingPathComponent("Modules")
    return try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swiftc", "-swift-version", "6", "-typecheck", "-parse-as-library", "-I", modules.path]
        + flags + files)
  }
}
