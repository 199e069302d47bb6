#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

// Time zones are Foundation's.
#if canImport(Foundation)
  public import TollgateRuntime
  import TollgateWords

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
