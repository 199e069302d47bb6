import TollgateCompiler

/// A policy told back in plain sentences, for the people who decide what it should say.
///
/// ```swift
/// let description = policy.plainDescription(in: "zh-Hans")
/// for section in description.sections { show(section.title, section.entries.count) }
/// try description.markdown.write(to: url, atomically: true, encoding: .utf8)
/// ```
///
/// It is made of what the policy means, not of how it is written: comments, layout and the order
/// of the statements change nothing in it. ``text``, ``markdown`` and ``json`` write it down.
public struct PolicyDescription: Sendable, Hashable {
  /// The name of the policy; empty where it has none.
  public var policy: String
  /// The language of the sentences: `en` or `zh-Hans`.
  public var language: String
  /// The title of the whole.
  public var title: String
  /// One section for each topic; empty topics are left out.
  public var sections: [Section]

  /// Everything about one topic.
  public struct Section: Sendable, Hashable {
    /// The topic, for programs.
    public var topic: Topic
    /// The topic, for people.
    public var title: String
    /// Sentences that are true of all its entries; may be empty.
    public var notes: [String]
    /// The entries, in a fixed order.
    public var entries: [Entry]
  }

  /// One thing, or several things of which the same is true.
  public struct Entry: Sendable, Hashable {
    /// Its title, for people: `CSV export (csv-export)`, `Lessons (L9 to L14)`.
    public var title: String
    /// The names of its things in the policy; empty if it is about no single thing.
    public var names: [String]
    /// Each statement is one sentence or several that belong together.
    public var statements: [[String]]
  }

  /// The topic of a section.
  public enum Topic: String, Sendable, Hashable, CaseIterable {
    /// Who may use what, and how much of it.
    case access
    /// Tiers, entitlements, products and prices.
    case plans
    /// Gifts of the policy itself: trials, promotions, migrations.
    case gifts
    /// How long purchase data counts, and when prompts come back.
    case trust
    /// The facts that the app reports about users and devices.
    case facts
    /// Changes that only some of the users get.
    case rollouts
    /// Names for several features.
    case groups
  }
}

extension Policy {
  /// The policy told back in plain sentences: for each thing who may use it and what opens it, then
  /// the plans, what the policy gives by itself, and what it relies on.
  ///
  /// - Parameter locale: A BCP 47 tag. The sentences are Simplified Chinese for `zh…`, else
  ///   English; names are the policy's labels in that language, or its first ones.
  public func plainDescription(in locale: String = "en") -> PolicyDescription {
    Describer(graph, in: locale).description
  }

  /// The same for a run that has an end.
  ///
  /// - Parameter hasTime: Asked before each entry.
  /// - Returns: The description; nil if there was no time for all of it.
  package func plainDescription(
    in locale: String, while hasTime: @escaping () -> Bool
  ) -> PolicyDescription? {
    let patience = Patience(hasTime)
    let description = Describer(graph, in: locale, patience).description
    return patience.hasEnded ? nil : description
  }

  /// The description of one name. Its cost is that of the rules about it.
  package func statements(about name: String, in locale: String = "en") -> [String] {
    Describer(graph, in: locale, only: name).description.sections.flatMap { section in
      section.entries.filter { $0.names.contains(name) }
        .flatMap { $0.statements.map { $0.joined(separator: " ") } }
    }
  }
}
