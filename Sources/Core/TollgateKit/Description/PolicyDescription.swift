import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax

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

  /// The clauses below a rule that have a say in what it decides, each as a sentence: `Beyond it,
  /// with Pro: 0.05 USD for each credit.`
  package func clauses(ofRule rule: RuleIndex, in locale: String = "en") -> [String] {
    let describer = Describer(graph, in: locale)
    return describer.clauseSentences(describer.told(rule))
  }

  /// The amounts that one use of a target takes from meters, in sentences: `Each use takes 4
  /// credits.`
  package func taken(by target: String, in locale: String = "en") -> [String] {
    guard let index = graph.target(target)?.index else { return [] }
    let describer = Describer(graph, in: locale)
    return graph.uses[index].flatMap { describer.told(graph[use: $0]).sentences }
  }
}

extension PolicyDescription {
  /// As a text for a terminal: headings flush left, entries and sentences indented below them. It
  /// ends in a line break.
  public var text: String {
    var lines = [title]
    for section in sections {
      lines += ["", section.title]
      lines += section.notes.map { "  " + $0 }
      for entry in section.entries {
        lines += ["", "  " + entry.title]
        for statement in entry.statements {
          for (index, sentence) in statement.enumerated() {
            lines.append((index == 0 ? "    - " : "      ") + sentence)
          }
        }
      }
    }
    return lines.map { Escape.line($0) + "\n" }.joined()
  }

  /// As Markdown: a heading for each section and entry, a list item for each statement. It ends in
  /// a line break.
  public var markdown: String {
    let gap = language == "en" ? " " : ""
    var lines = ["# " + Escape.markdown(title)]
    for section in sections {
      lines += ["", "## " + Escape.markdown(section.title)]
      if !section.notes.isEmpty {
        lines += ["", section.notes.map(Escape.markdown).joined(separator: gap)]
      }
      for entry in section.entries {
        lines += ["", "### " + Escape.markdown(entry.title), ""]
        lines += entry.statements.map { "- " + $0.map(Escape.markdown).joined(separator: gap) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// As JSON (schema 1): `schema`, `policy`, `language`, `title` and `sections`, each with `topic`,
  /// `title`, `notes` and `entries`, each of these with `title`, `names` and `statements`, which
  /// are lists of sentences. It has no line break at its end.
  public var json: String {
    JSONWriter.document(pretty: true) { writer in
      writer.member("schema", 1)
      writer.member("policy", policy)
      writer.member("language", language)
      writer.member("title", title)
      writer.array("sections", sections) { section, writer in section.write(to: &writer) }
    }
  }
}

extension PolicyDescription.Section {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("topic", topic.rawValue)
      writer.member("title", title)
      writer.member("notes", notes)
      writer.array("entries", entries) { entry, writer in
        writer.object { writer in
          writer.member("title", entry.title)
          writer.member("names", entry.names)
          writer.array("statements", entry.statements) { sentences, writer in
            writer.array { writer in
              for sentence in sentences { writer.string(sentence) }
            }
          }
        }
      }
    }
  }
}

/// Names as people sort them: `L2` before `L10`.
enum NaturalOrder {
  /// Whether one name comes before another. Different names are never equal in it.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (first, second) = (Array(a.utf8), Array(b.utf8))
    var (i, j) = (0, 0)
    while i < first.count, j < second.count {
      if isDigit(first[i]), isDigit(second[j]) {
        let (x, y) = (number(in: first, at: &i), number(in: second, at: &j))
        if x.count != y.count { return x.count < y.count }
        if x != y { return x.lexicographicallyPrecedes(y) }
      } else {
        if first[i] != second[j] { return first[i] < second[j] }
        i += 1
        j += 1
      }
    }
    // `L1` and `L01`, too, have an order.
    if i == first.count, j == second.count { return first.lexicographicallyPrecedes(second) }
    return i == first.count
  }

  /// The digits from a place on, without leading zeros; the index moves past them.
  private static func number(in bytes: [UInt8], at index: inout Int) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

/// The time of a description: once it is over, no further entry is begun.
final class Patience {
  private let hasTime: () -> Bool
  /// Whether an entry was left out.
  private(set) var hasEnded = false

  init(_ hasTime: @escaping () -> Bool = { true }) {
    self.hasTime = hasTime
  }

  /// Whether there is time for another entry.
  var isLeft: Bool {
    if !hasEnded, !hasTime() { hasEnded = true }
    return !hasEnded
  }
}
