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

// Asking for a meter as if it were a feature, and the like: the compiler then says what it is, and
// how to ask.
extension PolicySwift {
  /// A policy with more targets has no words for mix-ups: they are several times as many as its
  /// names.
  static let mostMixUps = 300

  mutating func writeMixUps() {
    guard graph.parts.targets.count <= PolicySwift.mostMixUps else { return }
    let series = Set(graph.parts.groups.filter { $0.isSeries }.flatMap { $0.members })
    for (index, target) in graph.parts.targets.enumerated() where !series.contains(Int32(index)) {
      let dot = "." + SwiftName(target.name).source
      if graph.setting(of: Int32(index)) != nil {
        writeMixUps(target.name, "is a setting: ask `gate.value(of: \(dot))`", .setting)
      } else if target.meter != nil {
        writeMixUps(
          target.name, "is a meter: ask `gate.allows(\(dot))`", .meter,
          asSetting: "is a meter: ask `gate.quota(of: \(dot))`")
      } else {
        writeMixUps(target.name, "is a feature: ask `gate.can(\(dot))`", .feature)
      }
    }
    for group in graph.parts.groups where !group.isSeries {
      let dot = "." + SwiftName(group.name).source
      writeMixUps(group.name, "is a group of features: ask `gate.can(\(dot))`", .feature)
    }
    for entitlement in graph.parts.entitlements {
      let kind = entitlement.rank == nil ? "an entitlement" : "a tier"
      writeMixUps(
        entitlement.name, "is \(kind): ask for the feature that it opens", .entitlement,
        asProduct: "is \(kind): say the product that grants it")
    }
    for product in graph.parts.products {
      let dot = "." + SwiftName(product.name).source
      writeMixUps(
        product.name, "is a product: ask for the feature that it opens", .product,
        asEntitlement: "is a product: write `Grant(product: \(dot))`")
    }
    for fact in graph.parts.facts {
      let swift = SwiftName(fact.name).source
      // A meter is set, too: what is told wrongly of a fact is its value.
      writeMixUps(
        fact.name, "is a fact: tell it with `gate.set(.\(swift), to: …)`", .fact,
        isToldElsewhere: true)
    }
  }

  /// The kinds of names that a policy has.
  private enum Kind {
    case feature, meter, setting, product, entitlement, fact
  }

  /// The members that nobody may use: a name among the names of every kind that it is not of.
  private mutating func writeMixUps(
    _ name: String, _ words: String, _ kind: Kind, asSetting: String? = nil,
    asProduct: String? = nil, asEntitlement: String? = nil, isToldElsewhere: Bool = false
  ) {
    let plain = "Self(\(PolicySwift.literal(name)))"
    if kind != .feature { writeMixUp(name, words, .feature, plain) }
    if kind != .meter, !isToldElsewhere { writeMixUp(name, words, .meter, plain) }
    if kind != .product { writeMixUp(name, asProduct ?? words, .product, plain) }
    if kind != .entitlement { writeMixUp(name, asEntitlement ?? words, .entitlement, plain) }
    if kind != .setting {
      let value = "Self(\(PolicySwift.literal(name)), first: 0) { $0.number }"
      writeMixUp(name, asSetting ?? words, .setting("Swift.Int64"), value)
    }
    if kind != .fact { writeMixUp(name, words, .fact("Swift.Bool"), plain) }
  }

  /// A member that nobody may use, with what to write in its place.
  private mutating func writeMixUp(
    _ name: String, _ words: String, _ kind: NameKind, _ value: String
  ) {
    let swift = SwiftName(name)
    guard swift.isIdentifier, !SwiftName.forbidden.contains(swift.text),
      noteMixUp(swift.text, of: NameKind(name: kind.name))
    else { return }
    let message = PolicySwift.literal("`\(name)` \(words)")
    add(
      """
        /// `\(PolicySwift.comment(name))` \(words).
        @available(*, unavailable, message: \(message))
        \(access)static var \(swift.source): Self { \(value) }

      """, to: kind)
  }
}

extension PolicySwift {
  /// A literal of Swift; whatever a text holds, it stays inside.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || (0x2028...0x202E).contains(scalar.value):
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A text on one line of a comment.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
          return isControl || (0x2028...0x202E).contains(scalar.value) ? " " : scalar
        }))
  }

  /// The label and the name of something in the policy.
  func comment(_ name: String, _ label: LabelIndex?) -> String {
    let quoted = "`\(PolicySwift.comment(name))`"
    guard let text = self.label(label) else { return quoted }
    return "\(PolicySwift.comment(text)): \(quoted)"
  }

  /// A label in English, or what stands for it.
  func label(_ index: LabelIndex?) -> String? {
    index.map { graph.parts.labels[Int($0)].localized(in: "en").text }
  }

  static func unit(_ kind: Setting.Kind) -> String {
    switch kind {
    case .count, .choice: ""
    case .bytes: ", in bytes"
    case .seconds: ", in seconds"
    case .basisPoints: ", in hundredths of a percent"
    case .months: ", in months"
    }
  }
}

/// A type that a file of an app declares, so that a policy of the same name can be told of it.
struct TypeDeclaration: Equatable {
  let name: String
  /// From 1.
  let line: Int
  /// Of the name, from 1, in bytes.
  let column: Int

  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "protocol", "struct", "typealias",
  ]
  private static let modifiers: Set<Substring> = [
    "final", "indirect", "internal", "nonisolated", "open", "package", "public", "distributed",
  ]

  /// The types that every file of the module sees: those that begin a line, without a blank before
  /// them, and are not private. Comments and literals of several lines are passed over.
  static func all(in text: String) -> [TypeDeclaration] {
    var found: [TypeDeclaration] = []
    var isComment = false
    var isLiteral = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let isCode = !isComment && !isLiteral
      if isCode, let (name, column) = declared(by: line) {
        found.append(TypeDeclaration(name: String(name), line: index + 1, column: column))
      }
      if isComment {
        isComment = line.range(of: "*/") == nil
      } else if line.count(of: "\"\"\"") % 2 == 1 {
        isLiteral.toggle()
      } else if !isLiteral, line.hasPrefix("/*") {
        isComment = line.range(of: "*/") == nil
      }
    }
    return found
  }

  /// The type that a line declares, and the column of its name.
  private static func declared(by line: Substring) -> (name: Substring, column: Int)? {
    let words = line.split(separator: " ")
    guard line.first != " ",
      let kind = words.firstIndex(where: { !modifiers.contains($0) && !$0.hasPrefix("@") }),
      kinds.contains(words[kind]), kind + 1 < words.count
    else { return nil }
    let word = words[kind + 1]
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let start = line.utf8.distance(from: line.startIndex, to: word.startIndex)
    return name.isEmpty ? nil : (name, start + 1)
  }
}

extension Substring {
  fileprivate func range(of part: String) -> Int? {
    let (bytes, part) = (Array(utf8), Array(part.utf8))
    guard bytes.count >= part.count else { return nil }
    return (0...bytes.count - part.count).first { bytes[$0...].starts(with: part) }
  }

  /// How often a text is in it.
  fileprivate func count(of part: String) -> Int {
    var (count, rest) = (0, self)
    while let place = rest.range(of: part) {
      count += 1
      rest = Substring(decoding: Array(rest.utf8).dropFirst(place + part.utf8.count), as: UTF8.self)
    }
    return count
  }
}
