/// Writes files that only their owner may read, and that are never overwritten.
enum SecretFile {
  /// Writes a text to a file that does not exist yet.
  static func write(_ text: String, toNew path: String) throws(Failure) {
    do throws(Descriptor.SystemError) {
      let descriptor = try Descriptor.create(path)
      defer { Descriptor.close(descriptor) }
      do throws(Descriptor.SystemError) {
        try Descriptor.write(Array(text.utf8), to: descriptor)
      } catch {
        Descriptor.remove(path)
        throw error
      }
    } catch {
      if Descriptor.status(of: path) != nil {
        throw .unreadable("\(path) exists, and a key is never overwritten; choose another name")
      }
      throw .unreadable("\(path) cannot be written: \(error.words)")
    }
  }
}
