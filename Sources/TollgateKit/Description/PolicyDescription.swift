import TollgateCompiler

/// A policy told back in plain sentences, for the people who decide what it should say.
///
/// It is made of what the policy means, not of how it is written: comments, layout and the order
/// of the statements change nothing in it. ``text``, ``markdown`` and ``json`` write it down.
public struct PolicyDescription: Sendable, Hashable {
  /// The name of the policy; empty where it has none.
  public var policy: String
  /// The language of the sentences: `en` or `zh-Hans`.
  public var language: String
  /// What stands above it all.
  public var title: String
  /// What there is to tell, one section a topic; topics with nothing to tell are left out.
  public var sections: [Section]

  /// Everything about one topic.
  public struct Section: Sendable, Hashable {
    /// What it is about, for programs.
    public var topic: Topic
    /// What it is about, for people.
    public var title: String
    /// What holds for all its entries; may be empty.
    public var notes: [String]
    /// What there is to tell, in a fixed order.
    public var entries: [Entry]
  }

  /// What one thing, or several things of which the same is true, are like.
  public struct Entry: Sendable, Hashable {
    /// What it is about, for people: `CSV export (csv-export)`, `Lessons (L9 to L14)`.
    public var title: String
    /// The names in the policy of what it is about; empty where it is about no single thing.
    public var names: [String]
    /// Each statement is one sentence or several that belong together.
    public var statements: [[String]]
  }

  /// What a section is about.
  public enum Topic: String, Sendable, Hashable, CaseIterable {
    /// Who may use what, and how much of it.
    case access
    /// Tiers, entitlements, products and prices.
    case plans
    /// What the policy itself gives: trials, promotions, migrations.
    case gifts
    /// How long purchase data counts, and when prompts come back.
    case trust
    /// What the app reports about users and devices.
    case facts
    /// Changes that only some of the users get.
    case rollouts
    /// Names that stand for several features.
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
}
