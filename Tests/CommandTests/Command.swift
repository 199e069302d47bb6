import Foundation
import TestSupport
import TollgateKit

/// Runs the command as a person would.
enum Command {
  /// Runs `tollgate` with these words; `input` is its standard input.
  static func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Shell.Result {
    try Shell.run(
      Shell.tollgate, arguments, input: Data(input.utf8), environment: environment)
  }

  /// Runs a line of a shell in which `$tollgate` is the command and `$folder` an empty folder.
  static func shell(
    _ line: String, in folder: URL, environment: [String: String] = [:]
  ) throws -> Shell.Result {
    let paths = ["tollgate": Shell.tollgate.path, "folder": folder.path]
    return try Shell.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: folder,
      environment: environment.merging(paths) { $1 })
  }

  /// A JSON document.
  static func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// A JSON document that is an object.
  static func object(_ text: String) throws -> [String: Any] {
    guard let object = try json(text) as? [String: Any] else { throw NotAnObject(text: text) }
    return object
  }

  /// The mistakes in a document, by the text of a schema or by the name of one of the command.
  static func failures(of document: JSONValue, by schema: String) throws -> [String] {
    try JSONSchema(text: schema).failures(of: document)
  }

  static func failures(of document: JSONValue, named name: String) -> [String] {
    DocumentSchemas.failures(of: document, name)
  }

  struct NotAnObject: Error {
    var text: String
  }
}

/// A folder of files for one test, which goes away with it.
final class Folder {
  let url: URL

  /// A folder with these files, by their paths in it.
  init(_ files: [String: String] = [:]) throws {
    url = try Shell.temporaryFolder()
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it.
  subscript(path: String) -> String { url.appendingPathComponent(path).path }

  func write(_ text: String, to path: String) throws {
    try write(Data(text.utf8), to: path)
  }

  func write(_ data: Data, to path: String) throws {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names of what is in it, hidden ones too, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}

/// Policies that several tests ask.
enum Sample {
  /// The first lines that anybody writes.
  static let bills = "bills > 500 requires pro\n  reminder at 450\n"

  /// A little of everything.
  static let shop = """
    policy Shop "Shop"
    trust snapshots for 24h
    tiers free < pro < max
    entitlement pack
    product annual
      sold as "com.shop.annual"
      grants pro
      price 12 CNY per year
    product lifetime
      grants max
      price 38 CNY once
    product courses
      grants pack
      price 5 CNY once
    meter bills
    meter storage in bytes
    meter exports
    feature csv-export
    feature beta
    feature tablet
    feature old
    series L1..L9
    group tools is csv-export, beta
    fact platform is ios, android or web
    fact tester is yes or no
    fact installed is a date
    fact build is a number
    fact version is a version
    rollout trial is 50% of users
    bills > 500 requires pro
      reminder at 450 gentle "{remaining} left"
      message "The free plan holds {limit} bills."
    storage > 5 GB requires pro
    exports > 3 per day requires pro
    csv-export requires pro
    beta requires tester
    tablet is off when platform is web
    old requires max
      soft
    L1..L3 requires nothing
    L4..L6 requires pack
    L7..L9 requires max
    """
}
