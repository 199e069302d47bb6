/// One finding about a policy: the mistake, its place and its fix.
public struct Diagnostic: Sendable, Hashable {
  /// How serious a finding is.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// The policy does not compile.
    case error
    /// The policy works, and probably does not do what its author meant.
    case warning
    /// Something to know.
    case note
  }

  /// The stable code, such as `TG0101`.
  public var code: String
  /// How serious it is.
  public var level: Level
  /// The mistake in one sentence that needs no other; it never contains the fix.
  public var headline: String
  /// The smallest piece of the text that shows the mistake.
  public var span: Span
  /// The words below that piece; they make sense even if nothing else is shown.
  public var label: String
  /// Further places that contribute.
  public var related: [Related]
  /// Context.
  public var notes: [String]
  /// Instructions: how to change the text.
  public var help: [String]
  /// Changes to the text that mend it.
  public var edits: [Edit]
  /// The smallest case that shows it, where there is one.
  public var example: Example?
  /// Whether the linter stopped because its budget ran out. The headline names the question.
  public var isUndecided: Bool
  /// Every name of a list of which the sentences show only the first few; empty where they show
  /// all.
  public var names: [String]

  /// All that says how to change the text: the instructions, and the changes in words.
  package var ways: [String] { help + edits.map { $0.title } }

  /// A finding at a place.
  public init(
    code: String,
    level: Level = .error,
    headline: String,
    span: Span,
    label: String = "",
    related: [Related] = [],
    notes: [String] = [],
    help: [String] = [],
    edits: [Edit] = [],
    example: Example? = nil,
    isUndecided: Bool = false,
    names: [String] = []
  ) {
    self.code = code
    self.level = level
    self.headline = headline
    self.span = span
    self.label = label
    self.related = related
    self.notes = notes
    self.help = help
    self.edits = edits
    self.example = example
    self.isUndecided = isUndecided
    self.names = names
  }

  /// How many further places people are shown.
  static let shownPlaces = 5

  /// The notes for people: with one that tells how to see what is left out.
  var shownNotes: [String] {
    var parts: [String] = []
    if related.count > Diagnostic.shownPlaces { parts.append("all \(related.count) places") }
    if !names.isEmpty { parts.append("all \(names.count) names") }
    guard !parts.isEmpty else { return notes }
    return notes + ["`--format json` lists " + parts.joined(separator: " and ")]
  }

  /// The smallest case that shows a finding.
  public struct Example: Sendable, Hashable {
    /// The case in words: "a free user with 501 bills on iOS".
    public var words: String
    /// The same as a `scenario` statement that can be pasted into the policy; empty for none.
    public var scenario: String

    /// A case, in words and as a statement.
    public init(_ words: String, scenario: String = "") {
      self.words = words
      self.scenario = scenario
    }
  }

  /// A further place, with what to know about it.
  public struct Related: Sendable, Hashable {
    /// The place.
    public var span: Span
    /// The words about that place.
    public var label: String

    /// A further place.
    public init(_ span: Span, _ label: String) {
      self.span = span
      self.label = label
    }
  }

  /// A change to the text that mends a finding.
  public struct Edit: Sendable, Hashable {
    /// How far a change may be trusted.
    public enum Safety: String, Sendable, Hashable, CaseIterable {
      /// Certain: `lint --fix` applies it.
      case safe
      /// May change what the policy means: offered, never applied unasked.
      case unsafe
      /// Has a blank to fill: shown only.
      case shown
    }

    /// The piece that is replaced.
    public var span: Span
    /// The new text.
    public var replacement: String
    /// How far it may be trusted.
    public var safety: Safety
    /// The change as an instruction: "write `pro`".
    public var title: String
    /// Whether it says rules in other words: what they decide stays, but another rule may be named
    /// for it.
    public var restatesRules: Bool

    /// A change to the text.
    public init(
      _ span: Span, _ replacement: String, safety: Safety, title: String,
      restatesRules: Bool = false
    ) {
      self.span = span
      self.replacement = replacement
      self.safety = safety
      self.title = title
      self.restatesRules = restatesRules
    }
  }
}
