import Foundation
import TollgateKit
import TollgateRuntime

/// A date of HTTP (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers
/// write.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The instant of a date; nil for any other text.
  static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      words[1].utf8.count == 2, words[3].utf8.count == 4, words[4].utf8.count == 8,
      let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let number = month + 1
    let two = number < 10 ? "0\(number)" : "\(number)"
    return Instant("\(words[3])-\(two)-\(words[1])T\(words[4])Z")
  }
}
