import TollgateSyntax

extension Policy {
  /// Compiles the text of a policy with the files that it uses.
  ///
  /// ```swift
  /// let policy = try Policy(source: text, files: { path in bundle[path] })
  /// ```
  ///
  /// - Parameters:
  ///   - source: The text of the first file.
  ///   - name: Its name in messages.
  ///   - files: The text of a file; `nil` if there is none. It is called once for each path. A path
  ///     begins in the folder of the first file, with `/` between its parts and without `..`.
  public init(
    source: String, name: String = "policy.gate", files: @escaping (_ path: String) -> String?
  ) throws(PolicyError) {
    let first = Source(name: name, text: source)
    try self.init(
      first.joined { path, _ throws(UseFault) in
        guard let text = files(path) else { throw .missing(near: nil) }
        return FoundFile(path: path, bytes: Array(text.utf8))
      })
  }
}
