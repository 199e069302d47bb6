public import Foundation

/// The checkout that is under test.
public enum Repository {
  /// Its top folder.
  public static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    while !FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path)
    { url.deleteLastPathComponent() }
    return url
  }()

  /// A file or folder below the top.
  public static func url(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }

  /// The text of a file below the top.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// The paths of the files below a folder that end in one of these, sorted.
  public static func files(below folder: String, endingIn endings: String...) -> [String] {
    let start = url(folder)
    guard let names = FileManager.default.enumerator(atPath: start.path) else { return [] }
    return names.compactMap { $0 as? String }
      .filter { name in endings.contains { name.hasSuffix($0) } }
      .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".build") } }
      .map { folder.isEmpty ? $0 : folder + "/" + $0 }
      .sorted()
  }

  /// The shipped policies, by path, without the files that they use.
  public static var policies: [String] {
    files(below: "Policies", endingIn: ".gate").filter { !$0.contains("/parts/") }
  }
}
