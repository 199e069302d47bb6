#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is read into place. Most of the time to load a large compiled file is the first touch
/// of memory, and an array made of `Data` touches twice as much.
enum PlainFile {
  /// What a file holds; nil where this way does not do: no plain file, an error, or a file that
  /// grows meanwhile.
  static func bytes(of url: URL) -> [UInt8]? {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
      let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
      guard url.isFileURL, facts?[.type] as? FileAttributeType == .typeRegular,
        let file = fopen(url.path, "rb")
      else { return nil }
      defer { fclose(file) }
      // All is read at once, so nothing is gathered first.
      setvbuf(file, nil, _IONBF, 0)
      guard fseek(file, 0, SEEK_END) == 0 else { return nil }
      let size = ftell(file)
      guard size >= 0, fseek(file, 0, SEEK_SET) == 0 else { return nil }
      // Invariant: the first `count` bytes are there. There is room for one more than the file
      // has, so that its end is seen.
      let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
      return feof(file) != 0 && ferror(file) == 0 ? bytes : nil
    #else
      return nil
    #endif
  }
}
