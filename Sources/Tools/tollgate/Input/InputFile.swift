#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateSyntax

/// A file, or standard input, that is read in pieces.
final class InputFile {
  /// Its name in messages.
  let name: String
  private let path: String
  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  convenience init(_ path: String) throws(Failure) {
    do throws(Descriptor.SystemError) {
      self.init(path, path == "-" ? Descriptor.input : try Descriptor.open(path))
    } catch {
      throw InputFile.failure(error, path)
    }
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    name = InputFile.name(of: path)
    self.descriptor = descriptor
  }

  deinit {
    if descriptor != Descriptor.input { Descriptor.close(descriptor) }
  }

  /// Reads what is available, at most the size of `buffer`, and returns the count; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(Failure) -> Int {
    do throws(Descriptor.SystemError) {
      return try Descriptor.read(descriptor, into: &buffer)
    } catch {
      throw InputFile.failure(error, path)
    }
  }

  /// The contents of a file of at most `limit` bytes.
  static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    try InputFile(path).contents(limit: limit)
  }

  /// The contents of a regular file that nobody named by hand; nil for all else. A named pipe or a
  /// device could be waited for without end.
  static func regular(_ path: String, limit: Int) -> [UInt8]? {
    guard let descriptor = try? Descriptor.openWithoutWaiting(path) else { return nil }
    let file = InputFile(path, descriptor)
    guard Descriptor.status(of: descriptor)?.kind == .file else { return nil }
    return try? file.contents(limit: limit)
  }

  private func contents(limit: Int) throws(Failure) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    var bytes: [UInt8] = []
    while true {
      let count = try read(into: &chunk)
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit {
        throw .unreadable("\(name) is longer than \(limit >> 20) MiB")
      }
      // A long file is read in longer pieces.
      if count == chunk.count, count < 1 << 18 {
        chunk = [UInt8](repeating: 0, count: 4 * count)
      }
    }
  }

  /// The name of a path in messages.
  static func name(of path: String) -> String {
    path == "-" ? "standard input" : Escape.name(path)
  }

  private static func failure(_ fault: Descriptor.SystemError, _ path: String) -> Failure {
    let name = name(of: path)
    return switch fault.meaning {
    case .missing:
      name.isEmpty
        ? .unreadable("the name of a file is empty")
        : .unreadable("there is no file \(name)\(nearby(path))")
    case .folder: .unreadable("\(name) is a folder; name a file in it")
    case .forbidden:
      .unreadable("you have no permission to read \(name); `chmod u+r` gives it")
    case .closedPipe, .full, .other: .unreadable("\(name) cannot be read: \(fault.words)")
    }
  }

  /// A file of the same folder with nearly the same name.
  private static func nearby(_ path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path),
      let near = EditDistance.nearest(to: url.lastPathComponent, among: names.sorted())
    else { return "" }
    return "; did you mean \(Escape.name(near))?"
  }
}
