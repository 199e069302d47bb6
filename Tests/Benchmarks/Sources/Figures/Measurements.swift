import Foundation

/// What one run measured: a number for each figure, in its unit.
public struct Measurements: Codable, Sendable {
  public private(set) var figures: [String: Double] = [:]

  public init() {}

  /// Reads all that was measured in a run: the JSON files of a folder.
  public init(folder: String) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for file in files where file.hasSuffix(".json") {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
      let part = try JSONDecoder().decode(Measurements.self, from: data)
      figures.merge(part.figures) { _, new in new }
    }
  }

  public subscript(figure: Figure) -> Double? {
    get { figures[figure.name] }
    set { figures[figure.name] = newValue }
  }

  /// As JSON.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
