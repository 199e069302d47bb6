package import TollgateWords

/// The rule graph of a policy, or of some of its targets, as boxes and arrows: targets, the rules
/// about them, what those ask for, and what gives it. With a situation it shows what is true, false
/// or unknown. It is made once; each way to write it is one file.
package struct GraphPicture: Sendable, Bilingual {
  /// The policy's name, or its file's.
  package var policy: String
  /// The target that it was asked to show; `nil` for the whole policy.
  package var target: String?
  /// The time of the situation that it shows; `nil` if none was given.
  package var time: String?
  /// In an order in which a box comes after the first one with an arrow to it.
  package var boxes: [Box] = []
  package var arrows: [Arrow] = []
  package let language: Language

  package init(policy: String, target: String?, time: String?, language: Language = .english) {
    self.language = language
    self.policy = policy
    self.target = target
    self.time = time
  }

  /// A box: a part of the graph.
  package struct Box: Sendable, Hashable {
    package var kind: Kind
    /// Its text: names, a rule as it is written, a condition in words.
    package var text: String
    /// Its kind in a few words: `rule, line 12`; empty if the text says it.
    package var caption: String
    /// Its result in the situation.
    package var finding: BoxStatus?
  }

  package enum Kind: String, Sendable, CaseIterable {
    case target, setting, rule, step, condition, entitlement, grant, product
  }

  /// The result of a box.
  package struct BoxStatus: Sendable, Hashable {
    package var state: State
    /// The state in words, with the reason: `fails: limit-reached`.
    package var words: String
  }

  package enum State: String, Sendable, CaseIterable {
    /// It is true or allowed, or the user has it.
    case yes
    case no
    case unknown
    /// It fails, and that only warns now.
    case warned
    /// It plays no part: a product that is not bought.
    case neutral

    /// A sign that tells it without colour.
    package var mark: String {
      switch self {
      case .yes: "✓"
      case .no: "✗"
      case .unknown: "?"
      case .warned: "!"
      case .neutral: "–"
      }
    }
  }

  /// An arrow from a box to what it depends on.
  package struct Arrow: Sendable, Hashable {
    package var from: Int
    package var to: Int
    /// The meaning of the arrow; empty for “asks for”.
    package var label: String
  }

  /// `bills in ExpenseTracker, as of 2026-03-01T08:00:00Z`
  package var title: String {
    let what = target.map { words("\($0) in \(policy)", "\(policy)：\($0)") } ?? policy
    guard let time else { return what }
    // Nobody reads milliseconds.
    let second = time.firstIndex(of: ".").map { time[..<$0] + "Z" } ?? time[...]
    return words("\(what), as of \(second)", "\(what)，截至 \(String(second))")
  }

  /// The boxes that an arrow leads to from each box, with the arrows' labels.
  package var children: [[(box: Int, label: String)]] {
    var children: [[(box: Int, label: String)]] = boxes.map { _ in [] }
    for arrow in arrows { children[arrow.from].append((arrow.to, arrow.label)) }
    return children
  }
}
