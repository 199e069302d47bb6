#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif
import TollgateCompiler
public import TollgateRuntime
import TollgateWords

extension Instant {
  #if canImport(Foundation)
    /// The present time of this device.
    public static var now: Instant { Instant(Date()) }

    /// The instant of a date, rounded down to the millisecond.
    public init(_ date: Date) {
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
      self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }

    /// The date of this instant.
    public var date: Date {
      Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
  #endif

  /// Reads `2026-03-01`, `2026-03-01T08:00Z` or `2026-03-01T08:00:30.5+08:00`; nothing for any
  /// other text.
  public init?(_ text: String) {
    guard case .success(let instant) = InstantText.parse(text) else { return nil }
    self = instant
  }

  /// The instant in UTC: `2026-03-01T08:00:00Z`, with a fraction only where there is one.
  public var text: String { InstantText.print(self) }
}

// Time zones are Foundation's.
#if canImport(Foundation)
  extension TimeText {
    /// The time in a zone; by default, UTC.
    init(_ zone: TimeZone?) {
      guard let zone else {
        self = .utc
        return
      }
      self.init { instant in Int64(zone.secondsFromGMT(for: instant.date)) }
    }
  }

  extension Instant {
    /// The date and the time of day in a time zone, as the texts for customers have them:
    /// `2026-03-01 08:00`; seconds only where there are some. It is the same in every language.
    ///
    /// ```swift
    /// if let end = gate.decision(.csvExport).validUntil {
    ///   show("Open until \(end.text(in: gate.timeZone))")
    /// }
    /// ```
    public func text(in timeZone: TimeZone) -> String { TimeText(timeZone).dateAndTime(self) }
  }
#endif
