/// Percentages as people read them.
package enum PercentText {
  /// Hundredths of a percent, exactly: `25%`, `12.5%`, `0.25%`.
  package static func print(_ hundredths: Int64) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)%" }
    if rest % 10 == 0 { return "\(whole).\(rest / 10)%" }
    return "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)%"
  }
}
