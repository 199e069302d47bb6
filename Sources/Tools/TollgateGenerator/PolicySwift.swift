import Foundation
import TollgateCompiler
import TollgateRuntime

/// The source of Swift for one policy.
struct PolicySwift {
  /// The generated source.
  private(set) var text = ""
  /// Names that cannot be ones of Swift; the source is of no use then.
  var faults: [NameFault] { scope.faults + inner }

  let graph: RuleGraph
  let type: String
  /// The word before a declaration that says who sees it.
  let access: String
  private var scope: NameScope
  private var inner: [NameFault] = []
  /// The members of the types of names, by type.
  private var members: [(kind: NameKind, text: String)] = []
  /// The names of each kind that there are, so that a mix-up never takes the place of one.
  private var known: [NameKind: Set<String>] = [:]

  /// The source for a compiled policy of the file `file`, as the type `type`. The policy was read
  /// back, so the app can rely on it.
  init(_ graph: RuleGraph, file: String, type: SwiftName, access: NameOptions.Access) {
    self.graph = graph
    self.type = type.source
    self.access = access.word
    scope = NameScope(type.text, taken: ["policy", "Product", "Entitlement", "Fact", "Reason"])
    write(file: file)
  }

  /// A type of names, in a constrained extension of which each name is a member.
  struct NameKind: Hashable {
    let name: String
    /// The type of the values; empty for names without.
    var value = ""

    static let feature = NameKind(name: "FeatureName")
    static let meter = NameKind(name: "MeterName")
    static let product = NameKind(name: "ProductName")
    static let entitlement = NameKind(name: "EntitlementName")

    static func setting(_ value: String) -> NameKind { NameKind(name: "SettingName", value: value) }
    static func fact(_ value: String) -> NameKind { NameKind(name: "FactName", value: value) }
  }

  private mutating func write(file: String) {
    let label = label(graph.parts.label) ?? graph.name
    text += """
      /// The names of \(PolicySwift.comment(label.isEmpty ? file : label)).
      \(access)enum \(type): TollgateKit.PolicyNames {
        /// The policy as it was when the app was built.
        \(access)static let policy: TollgateKit.Policy = {
          do {
            return try TollgateKit.Policy(embedded: _bytes, name: \(PolicySwift.literal(file)))
          } catch {
            // Invariant: TollgateGenerator read these bytes back before it wrote them.
            fatalError("\\(error)")
          }
        }()

        /// The reason of a decision.
        \(access)typealias Reason = TollgateKit.Reason

      """
    writeTargets()
    writeNames("Product", .product, graph.parts.products.map { ($0.name, $0.label) })
    writeNames("Entitlement", .entitlement, graph.parts.entitlements.map { ($0.name, $0.label) })
    writeFacts()
    writeMixUps()
    text += """

        private static let _bytes: Swift.StaticString = \"\(bytes)\"
      }

      """
    for (kind, members) in members {
      let value = kind.value.isEmpty ? "" : ", Value == \(kind.value)"
      text += """

        extension TollgateKit.\(kind.name) where Names == \(type)\(value) {
        \(members)}

        """
    }
  }

  /// The compiled policy in base64.
  private var bytes: String { Data(graph.compiled()).base64EncodedString() }

  /// Adds a member to a type of names.
  mutating func add(_ member: String, to kind: NameKind) {
    if let index = members.firstIndex(where: { $0.kind == kind }) {
      members[index].text += member
    } else {
      members.append((kind, member))
    }
  }

  /// Notes a name that is mixed up with one of another kind; false if there is one of this kind, or
  /// it was noted before.
  mutating func noteMixUp(_ name: String, of kind: NameKind) -> Bool {
    known[kind, default: []].insert(name).inserted
  }

  /// A name: in the policy's own type, and as a member of its type of names.
  private func name(
    _ swift: SwiftName, _ kind: NameKind, _ note: String, _ value: String, indent: String = "  "
  ) -> (own: String, member: String) {
    let values = kind.value.isEmpty ? "" : ", \(kind.value)"
    let own = """
      \(indent)/// \(note)
      \(indent)\(access)static let \(swift.source) = TollgateKit.\(kind.name)<\(type)\(values)>.\(swift.source)

      """
    let member = """
        /// \(note)
        \(access)static var \(swift.source): Self { \(value) }

      """
    return (own, member)
  }

  private mutating func write(
    _ swift: SwiftName, _ kind: NameKind, _ note: String, _ value: String, indent: String = "  "
  ) {
    let name = name(swift, kind, note, value, indent: indent)
    text += (indent == "  " ? "\n" : "") + name.own
    add(name.member, to: kind)
    known[NameKind(name: kind.name), default: []].insert(swift.text)
  }
}

// MARK: Targets

extension PolicySwift {
  /// The most members of a series that have names of their own; of a longer one a function gives
  /// them.
  static let most = 200

  private mutating func writeTargets() {
    let series = graph.parts.groups.filter { $0.isSeries && $0.members.count > PolicySwift.most }
    let members = Set(series.flatMap { $0.members })
    for (index, target) in graph.parts.targets.enumerated() where !members.contains(Int32(index)) {
      let place = Int32(index)
      if let setting = graph.setting(of: place) {
        writeSetting(target.name, graph.parts.settings[Int(setting)], place)
      } else {
        let kind: NameKind = target.meter != nil ? .meter : .feature
        writeTarget(target.name, target.label, kind, place)
      }
    }
    for group in graph.parts.groups where !group.isSeries {
      writeTarget(group.name, group.label, .feature, nil)
    }
    for group in series { writeSeries(group) }
  }

  private mutating func writeTarget(
    _ name: String, _ label: LabelIndex?, _ kind: NameKind, _ place: Int32?
  ) {
    let arguments = PolicySwift.literal(name) + (place.map { ", place: \($0)" } ?? "")
    write(scope.add(name), kind, comment(name, label), "Self(\(arguments))")
  }

  private mutating func writeSeries(_ group: TargetGroup) {
    guard let first = group.members.first, let last = group.members.last else { return }
    let name = graph.parts.targets[Int(first)].name
    let prefix = String(name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    let low = name.dropFirst(prefix.count)
    let high = graph.parts.targets[Int(last)].name.dropFirst(prefix.count)
    let swift = scope.add(prefix).source
    let kind = "TollgateKit.FeatureName"
    text += """

        /// A member of the series `\(PolicySwift.comment(group.name))`; nil for a number outside of it.
        \(access)static func \(swift)(_ number: Swift.Int) -> \(kind)<\(type)>? {
          guard (\(low)...\(high)).contains(number) else { return nil }
          return \(kind)(\(PolicySwift.literal(prefix)) + Swift.String(number), place: \(first) + Swift.Int32(number - \(low)))
        }

      """
  }

  private mutating func writeSetting(_ name: String, _ setting: Setting, _ place: Int32) {
    let swift = scope.add(name)
    let label = graph.parts.targets[Int(place)].label
    let ladder = graph.parts.ladders[Int(setting.ladder)]
    guard case .quantity(let base) = ladder.base else { return }
    let value: String
    let first: String
    let read: String
    if setting.kind == .choice {
      value = writeSettingChoices(name, setting)
      first = "." + SwiftName(setting.choices[0].name).source
      read = "{ \(value)($0) }"
    } else if ladder.steps.contains(where: { $0.value == .unlimited }) {
      value = "TollgateKit.SettingAmount"
      (first, read) = (".amount(\(base))", "{ TollgateKit.SettingAmount($0) }")
    } else {
      (value, first, read) = ("Swift.Int64", "\(base)", "{ $0.isUnlimited ? .max : $0.number }")
    }
    let arguments = "\(PolicySwift.literal(name)), place: \(place), first: \(first)"
    write(
      swift, .setting(value), comment(name, label) + PolicySwift.unit(setting.kind),
      "Self(\(arguments)) \(read)")
  }

  /// The type of a setting's choices; its name.
  private mutating func writeSettingChoices(_ name: String, _ setting: Setting) -> String {
    let choice = scope.addType(ofChoices: name).source
    var cases = NameScope(
      "\(type).\(choice)", taken: ["allCases", "hash", "hashValue", "place", "rawValue"])
    let lines = self.cases(setting.choices.map { ($0.name, $0.label) }, &cases, indent: "    ")
    inner += cases.faults
    text += """

        /// The choices of `\(PolicySwift.comment(name))`, from the least to the best.
        \(access)enum \(choice): Swift.String, Swift.Sendable, Swift.CaseIterable, Swift.Comparable {
      \(lines)
          /// The choice of a value; nil for one that the app does not know.
          \(access)init?(_ value: TollgateKit.SettingValue) {
            guard case .choice(let name, _) = value else { return nil }
            self.init(rawValue: name)
          }

          private var place: Swift.Int { Self.allCases.firstIndex(of: self) ?? 0 }

          /// Whether a choice comes before another.
          \(access)static func < (one: Self, other: Self) -> Swift.Bool { one.place < other.place }
        }

      """
    return "\(type).\(choice)"
  }

  /// The cases of a type of choices.
  private func cases(
    _ choices: [(name: String, label: LabelIndex?)], _ scope: inout NameScope, indent: String
  ) -> String {
    choices.map { choice in
      let note = "\(indent)/// \(comment(choice.name, choice.label))\n"
      let swift = scope.add(choice.name).source
      return note + "\(indent)case \(swift) = \(PolicySwift.literal(choice.name))\n"
    }.joined()
  }
}

// MARK: Products, entitlements and facts

extension PolicySwift {
  private mutating func writeNames(
    _ scopeName: String, _ kind: NameKind, _ names: [(name: String, label: LabelIndex?)]
  ) {
    if names.isEmpty { return }
    var members = NameScope("\(type).\(scopeName)")
    text +=
      "\n  /// The \(scopeName.lowercased()) names of the policy.\n  \(access)enum \(scopeName) {\n"
    for (name, label) in names {
      write(
        members.add(name), kind, comment(name, label), "Self(\(PolicySwift.literal(name)))",
        indent: "    ")
    }
    text += "  }\n"
    inner += members.faults
  }

  private mutating func writeFacts() {
    if graph.parts.facts.isEmpty { return }
    var members = NameScope("\(type).Fact")
    text += "\n  /// The fact names of the policy.\n  \(access)enum Fact {\n"
    // The types of choices give way to the names.
    let names = graph.parts.facts.map { members.add($0.name) }
    for (fact, swift) in zip(graph.parts.facts, names) {
      let value: String
      switch fact.type {
      case .yesOrNo: value = "Swift.Bool"
      case .number: value = "Swift.Int64"
      case .date: value = "TollgateKit.Instant"
      case .version: value = "TollgateKit.Version"
      case .choice: value = writeFactChoices(fact, &members)
      }
      write(
        swift, .fact(value), comment(fact.name, fact.label),
        "Self(\(PolicySwift.literal(fact.name)))", indent: "    ")
    }
    text += "  }\n"
    inner += members.faults
  }

  /// The type of a fact's choices; its name. Where the policy takes anything else, so does the type.
  private mutating func writeFactChoices(_ fact: Fact, _ members: inout NameScope) -> String {
    let choice = members.addType(ofChoices: fact.name).source
    let whole = "\(type).Fact.\(choice)"
    let choices = fact.choices.map { (name: $0, label: LabelIndex?.none) }
    let name = PolicySwift.comment(fact.name)
    guard fact.isOpen else {
      var cases = NameScope(
        whole, taken: ["allCases", "factValue", "hash", "hashValue", "rawValue"])
      let lines = self.cases(choices, &cases, indent: "      ")
      inner += cases.faults
      text += """
            /// The choices of `\(name)`.
            \(access)enum \(choice): Swift.String, Swift.CaseIterable, TollgateKit.FactConvertible {
        \(lines)    }

        """
      return whole
    }
    var cases = NameScope(whole, taken: ["factValue", "hash", "hashValue", "rawValue"])
    var lines = ""
    for one in choices {
      let swift = cases.add(one.name).source
      lines += "      /// `\(PolicySwift.comment(one.name))`\n"
      lines +=
        "      \(access)static let \(swift) = Self(rawValue: \(PolicySwift.literal(one.name)))\n"
    }
    inner += cases.faults
    text += """
          /// The choices of `\(name)`, and any other text.
          \(access)struct \(choice): Swift.RawRepresentable, Swift.Hashable,
            Swift.ExpressibleByStringLiteral, TollgateKit.FactConvertible
          {
      \(lines)
            /// The choice as the policy writes it.
            \(access)let rawValue: Swift.String

            /// A choice by its name in the policy, or another text.
            \(access)init(rawValue: Swift.String) { self.rawValue = rawValue }

            /// A choice by its name in the policy, or another text.
            \(access)init(stringLiteral text: Swift.String) { self.init(rawValue: text) }
          }

      """
    return whole
  }
}
