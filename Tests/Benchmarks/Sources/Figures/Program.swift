import Foundation

/// A program that says what is wrong instead of crashing.
public enum Program {
  /// Runs the body; an error goes to standard error, and the status is 2.
  public static func run(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      complain((error as? any LocalizedError)?.errorDescription ?? "\(error)")
      exit(2)
    }
  }

  /// Says how the program is used; the status is 64.
  public static func usage(_ text: String) -> Never {
    complain("usage: " + text)
    exit(64)
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
