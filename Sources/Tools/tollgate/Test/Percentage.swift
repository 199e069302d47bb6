import ArgumentParser

/// A percentage from 0 to 100, with decimals, kept exactly.
struct Percentage: ExpressibleByArgument {
  /// `numerator / denominator` percent.
  let numerator: Int
  let denominator: Int
  /// The text from the command line.
  let text: String

  /// Reads `90`, `99.5` or `99.5%`.
  init?(argument: String) {
    let written = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    let parts = written.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), digits.utf8.count <= 9,
      digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(digits)
    else { return nil }
    var scale = 1
    if parts.count == 2 { for _ in parts[1] { scale *= 10 } }
    guard number <= 100 * scale else { return nil }
    numerator = number
    denominator = scale
    text = String(written)
  }
}
