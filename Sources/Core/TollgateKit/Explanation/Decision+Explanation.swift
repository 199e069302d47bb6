public import TollgateRuntime
import TollgateWords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

extension Decision {
  /// The decision in short, for developers: the answer with its reason, every way in and how long
  /// it is valid, without the rules, the policy and the time.
  package func brief(in locale: String = "en", currency: String? = nil) -> String {
    Explanation(of: self, in: locale, currency: currency).text(inFull: false)
  }

  /// The answer and its reason in one sentence, for developers.
  public func summary(in locale: String = "en") -> String {
    Explanation(of: self, in: locale).headline
  }

  /// The decision in full, with times in UTC: ``explanation(in:currency:timeZone:)`` where there is
  /// no Foundation.
  package func fullText(in locale: String = "en", currency: String? = nil) -> String {
    Explanation(of: self, in: locale, currency: currency).text(inFull: true)
  }

  /// The decision for the person who asked, with times in UTC.
  package func customerText(in locale: String = "en", currency: String? = nil) -> CustomerMessage {
    Explanation(of: self, in: locale, currency: currency).customerMessage
  }
}

// Time zones are Foundation's.
#if canImport(Foundation)
  extension Decision {
    /// The decision in full, for developers and support: the answer with its reason, every rule about
    /// the target with its place and result, every way in, and how long the answer is valid. It shows
    /// names, places and fingerprints; ``message(in:currency:timeZone:)`` is what customers read.
    ///
    /// - Parameters:
    ///   - locale: A BCP 47 tag. The words are Simplified Chinese for `zh…`, else English; labels are
    ///     the policy's in that language, or its first ones.
    ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
    ///     it is shown with its first one.
    ///   - timeZone: The time zone of the instants; by default, UTC.
    public func explanation(
      in locale: String = "en", currency: String? = nil, timeZone: TimeZone? = nil
    ) -> String {
      Explanation(of: self, in: locale, currency: currency, time: TimeText(timeZone))
        .text(inFull: true)
    }

    /// The decision for the person who asked: what is missing, what the policy says about it, and
    /// what the person can do now, all with labels and prices.
    ///
    /// - Parameters:
    ///   - locale: A BCP 47 tag. The words are Simplified Chinese for `zh…`, else English; labels are
    ///     the policy's in that language, or its first ones.
    ///   - currency: The ISO 4217 code of the currency to show prices in; a product without a price in
    ///     it is shown with its first one.
    ///   - timeZone: The time zone of the instants; by default, UTC.
    public func message(
      in locale: String = "en", currency: String? = nil, timeZone: TimeZone? = nil
    ) -> CustomerMessage {
      Explanation(of: self, in: locale, currency: currency, time: TimeText(timeZone))
        .customerMessage
    }

    /// The message of a rule for the person whom it denies or warns, with its placeholders filled;
    /// `nil` if the rule has none, or if it fails only because something is unknown.
    ///
    /// A sentence of the message is left out if one of its placeholders has no value, for example
    /// `{resets}` while the app has not reported when the counter falls.
    ///
    /// - Parameters:
    ///   - blocker: One of the decision's ``Decision/blockers``.
    ///   - locale: A BCP 47 tag; the policy's text in that language, or its first one.
    ///   - timeZone: The time zone of `{resets}`; by default, UTC.
    public func message(
      of blocker: Blocker, in locale: String, timeZone: TimeZone? = nil
    ) -> String? {
      Texts(graph: inquiry?.graph, locale: locale, time: TimeText(timeZone))
        .message(of: blocker, decision: self, ways: waysIn)
    }

    /// The text of a reminder, with the amounts after the decision; `nil` if it has none. A sentence
    /// of it is left out if one of its placeholders has no value.
    public func text(
      of reminder: DueReminder, in locale: String, timeZone: TimeZone? = nil
    ) -> String? {
      Texts(graph: inquiry?.graph, locale: locale, time: TimeText(timeZone))
        .text(of: reminder, decision: self)
    }
  }
#endif

extension Decision {
  /// The amounts used and left, or the value of a setting, for a row of a list; empty for a feature.
  package func figures(in locale: String) -> String {
    let explanation = Explanation(of: self, in: locale)
    if let quota = explanation.details.quota, let meter = inquiry?.meter(of: quota) {
      return explanation.texts.words(quota, ofMeter: meter, in: inquiry)
    }
    return explanation.settingValue ?? ""
  }
}

/// A decision in the words of the person who asked. Nothing in it is internal: no file, line, rule,
/// name or reason of the policy.
///
/// ```swift
/// let message = gate.message(for: gate.decision(.csvExport))
/// alert(message.headline)
/// for way in message.waysIn { show(way) }
/// ```
public struct CustomerMessage: Sendable, Hashable {
  /// The answer in one sentence: `CSV export needs Pro.`
  public let headline: String
  /// The policy's own message for this case; `nil` if it has none.
  public let message: String?
  /// The steps that open it, one sentence each, products of one plan together: `Get Pro: Annual for
  /// $12 per year, or Lifetime for $38 once.` Empty if the use is allowed.
  public let waysIn: [String]

  /// Everything, line by line.
  public var text: String {
    ([headline] + (message.map { [$0] } ?? []) + waysIn).joined(separator: "\n")
  }
}
