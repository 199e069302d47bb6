import Foundation
import Testing
import TollgateKit

@testable import TollgateGenerator

/// The tool of the plugin, from policies to Swift.
@Suite struct GeneratorTests {
  /// A folder with some files; it goes with the test.
  private func generate(_ files: [String: String]) throws -> Generator.Output {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("generator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    var output = Generator.generate(
      files.keys.sorted().map { folder.appendingPathComponent($0).path })
    output.messages = output.messages.map {
      $0.replacingOccurrences(of: folder.path + "/", with: "")
    }
    return output
  }

  @Test func everyNameIsAMemberOfItsType() throws {
    let output = try generate([
      "shop.gate": """
      policy Shop "The shop"
      tiers free < pro
      product annual "Annual"
        grants pro
      meter bills "Bills"
      feature csv-export "CSV export"
      group all-exports is csv-export
      series L1..L3
      setting history is 7 days
        30 days with pro
      setting size in bytes is 5 MB
        unlimited with pro
      setting quality is low < high
        high with pro
      fact beta is yes or no
      bills > 500 requires pro
      csv-export requires pro when beta
      L1..L3 requires pro
      """.replacingOccurrences(of: " in bytes", with: "")
    ])
    #expect(output.messages.filter { $0.contains("error") } == [])
    for line in [
      "enum Shop: TollgateKit.PolicyNames {",
      "static let csvExport = TollgateKit.FeatureName<Shop>.csvExport",
      "static let bills = TollgateKit.MeterName<Shop>.bills",
      "static let allExports = TollgateKit.FeatureName<Shop>.allExports",
      "static let L2 = TollgateKit.FeatureName<Shop>.L2",
      "static let history = TollgateKit.SettingName<Shop, Swift.Int64>.history",
      "static let size = TollgateKit.SettingName<Shop, TollgateKit.SettingAmount>.size",
      "static let quality = TollgateKit.SettingName<Shop, Shop.Quality>.quality",
      "case high = \"high\"",
      "static let annual = TollgateKit.ProductName<Shop>.annual",
      "static let pro = TollgateKit.EntitlementName<Shop>.pro",
      "static let beta = TollgateKit.FactName<Shop, Swift.Bool>.beta",
      "/// Bills: `bills`",
    ] {
      #expect(output.source.contains(line), "\(line)")
    }
  }

  @Test func aFactHasTheTypeOfItsValues() throws {
    let output = try generate([
      "shop.gate": """
      policy Shop
      fact installed is a date
      fact build is a number
      fact first-version is a version
      fact country is de or at
      fact Country is de or at
      fact OS is ios or android
      fact platform is ios or anything else
      feature a
      a is off when installed since 2026-01-01
      a is off when build > 5
      a is off when first-version since 1.2
      a is off when platform is ios
      a is off when country is de
      a is off when Country is de
      a is off when OS is ios
      """
    ])
    #expect(output.messages.filter { $0.contains("error") } == [])
    for line in [
      "static let installed = TollgateKit.FactName<Shop, TollgateKit.Instant>.installed",
      "static let build = TollgateKit.FactName<Shop, Swift.Int64>.build",
      "static let firstVersion = TollgateKit.FactName<Shop, TollgateKit.Version>.firstVersion",
      "static let platform = TollgateKit.FactName<Shop, Shop.Fact.Platform>.platform",
      "struct Platform: Swift.RawRepresentable",
      "static let country = TollgateKit.FactName<Shop, Shop.Fact.CountryChoice>.country",
      "static let Country = TollgateKit.FactName<Shop, Shop.Fact.CountryChoice2>.Country",
      "static let OS = TollgateKit.FactName<Shop, Shop.Fact.OSChoice>.OS",
      "enum OSChoice: Swift.String",
    ] {
      #expect(output.source.contains(line), "\(line)")
    }
  }

  @Test func aLongSeriesHasAFunction() throws {
    let output = try generate(["a.gate": "series level1..level900\nlevel1..level900 requires pro"])
    #expect(
      output.source.contains(
        "static func level(_ number: Swift.Int) -> TollgateKit.FeatureName<A>?"))
    #expect(!output.source.contains("level17"))
  }

  @Test func aMistakeIsToldAsCompilersDo() throws {
    let output = try generate(["a.gate": "policy A\n  bills > requires pro\n"])
    #expect(output.source.isEmpty)
    #expect(output.hasErrors)
    #expect(output.messages.first?.hasPrefix("a.gate:2:") == true)
    #expect(output.messages.first?.contains(": error: ") == true)
    #expect(output.messages.first?.contains("[TG00") == true)
    let typo = try generate(["a.gate": "tiers free < plus\nfeature a\na requires pluss\n"])
    #expect(typo.messages.last?.contains(": note: write `plus`") == true, "\(typo.messages)")
  }

  @Test func aNameThatSwiftCannotHaveIsToldAtItsPlace() throws {
    let output = try generate([
      "a.gate": "policy A\nfeatures csv-export, csv_export\ncsv-export, csv_export requires pro\n"
    ])
    #expect(
      output.messages.prefix(2) == [
        "a.gate:2:22: error: `csv-export` and `csv_export` are both `csvExport` in Swift",
        "a.gate:2:22: note: rename one of them in the policy",
      ])
  }

  @Test func aPolicyInSeveralFilesIsOne() throws {
    let output = try generate([
      "shop.gate": "policy Shop\nuse \"prices.gate\"\nbills > 5 requires pro\n",
      "prices.gate": "product annual\n  grants pro\n",
    ])
    #expect(output.messages.filter { $0.contains("error") } == [])
    #expect(output.source.components(separatedBy: ": TollgateKit.PolicyNames").count == 2)
    #expect(output.source.contains("ProductName<Shop>.annual"))
  }

  @Test func aMistakeInAnotherFileNamesThatFile() throws {
    let output = try generate([
      "shop.gate": "policy Shop\nuse \"prices.gate\"\nbills > 5 requires pro\n",
      "prices.gate": "product annual\n  grant pro and\n",
    ])
    #expect(output.messages.contains { $0.hasPrefix("prices.gate:") && $0.contains(": error: ") })
  }

  @Test func twoFilesOfOneNameAreAnError() throws {
    let output = try generate(["a-b.gate": "x requires pro", "a_b.gate": "x requires pro"])
    #expect(output.messages.first?.contains("`a-b` and `a_b` are both `AB` in Swift") == true)
  }

  @Test func theBytesAreThePolicy() throws {
    let output = try generate(["a.gate": "bills > 500 requires pro"])
    let line = try #require(
      output.source.split(separator: "\n").first { $0.contains("_bytes: Swift.StaticString") })
    let text = try #require(line.split(separator: "\"").dropFirst().first)
    let bytes = try #require(Base64.decode(text.utf8, .standard))
    let policy = try Policy(compiled: bytes)
    #expect(policy.fingerprint == (try Policy(source: "bills > 500 requires pro")).fingerprint)
  }
}
