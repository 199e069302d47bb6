/// Why a `use` statement brings no file.
package enum UseFault: Error, Sendable, Hashable {
  /// The text is no file, and nobody supplies its files.
  case noFiles
  /// The path is empty, or begins with `/`.
  case notRelative
  /// The path is written with `\`; with `/` it would be this.
  case backslash(String)
  /// The path leads out of the folder.
  case outside
  /// A link leads out of the folder.
  case link
  /// There is no such file; perhaps one with nearly the same name.
  case missing(near: String?)
  /// The file's name differs by upper and lower case.
  case spelling(String)
  /// A folder, a device, a pipe.
  case notAFile
  /// It cannot be read, and why.
  case unreadable(String)
  /// It is not the text of a policy.
  case notText
  /// One file more than a policy may have.
  case tooMany
  /// With it, the files of the policy are too long together.
  case tooLong
}

/// A file that was found for a `use` statement.
package struct FoundFile: Sendable {
  /// Its path from the folder of the first file, without links.
  package var path: String
  /// The bytes of the file.
  package var bytes: [UInt8]

  /// A file at a path from the folder of the first one.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
