/// Ceilings of the parser. They bound the time and memory of any input.
public enum Limits {
  /// The longest file that is read, in bytes: 16 MiB. The files of a policy together are no longer.
  public static let fileBytes = 16 * 1024 * 1024
  /// How many files a policy may have.
  public static let files = 1000
  /// How deep parentheses and `not` may be nested.
  public static let nesting = 64
  /// The longest name, in bytes.
  public static let nameBytes = 256
  /// The longest text in quotes, in bytes.
  public static let textBytes = 10_000
  /// How many findings one run of the parser reports; one more says how many there were besides.
  public static let diagnostics = 100
  /// How many items one list may have.
  public static let listItems = 10_000
}
