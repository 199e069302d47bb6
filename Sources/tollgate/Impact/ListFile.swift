import TollgateSyntax

/// A file of CSV that is written while users are read. It takes its place when all are there.
final class ListFile {
  private let path: String
  private let beside: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ path: String, headings: [String]) throws(Failure) {
    self.path = path
    beside = "\(path).part"
    do throws(Descriptor.SystemError) {
      descriptor = try Descriptor.create(beside)
      try Descriptor.useMask(of: descriptor)
    } catch {
      throw ListFile.failure(path, error)
    }
    buffer = ListFile.row(headings)
  }

  /// A row: each value stays what it is, `NULL` is nothing, and an empty text is `""`, as
  /// PostgreSQL reads them.
  ///
  /// - Parameter isForSpreadsheet: Whether a program is kept from reading a value as a formula: an
  ///   apostrophe goes before it.
  static func row(_ cells: [String?], forSpreadsheet isForSpreadsheet: Bool = false) -> [UInt8] {
    let texts = cells.map { cell in
      guard isForSpreadsheet, let cell, !cell.isEmpty else { return Escape.csvCell(cell) }
      return Escape.csv(cell)
    }
    return Array((texts.joined(separator: ",") + "\r\n").utf8)
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer += bytes
    if buffer.count >= 1 << 16 { try flush() }
  }

  func close() throws(Failure) {
    try flush()
    Descriptor.close(descriptor)
    do throws(Descriptor.SystemError) {
      try Descriptor.rename(beside, to: path)
    } catch {
      throw ListFile.failure(path, error)
    }
  }

  private func flush() throws(Failure) {
    do throws(Descriptor.SystemError) {
      try Descriptor.write(buffer, to: descriptor)
    } catch {
      throw ListFile.failure(path, error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private static func failure(_ path: String, _ error: Descriptor.SystemError) -> Failure {
    .unreadable("\(Escape.name(path)) cannot be written: \(error.words)")
  }
}
