import TollgateKit
import TollgateRuntime

/// The source of Swift for one policy.
struct PolicySwift {
  /// The generated source.
  private(set) var text = ""
  /// Names that cannot be ones of Swift; the source is of no use then.
  var faults: [NameFault] { scope.faults + inner }

  private let policy: Policy
  private let graph: RuleGraph
  private let type: String
  private var scope: NameScope
  private var inner: [NameFault] = []
  private var extensions = ""

  /// The compiled policy in base64.
  private let bytes: String

  /// The source for a policy of the file `file`, as the type `type`. The compiled policy is read
  /// back, so the app can rely on it.
  init(_ policy: Policy, file: String, type: SwiftName) throws(PolicyError) {
    self.policy = policy
    graph = policy.graph
    let compiled = graph.compiled()
    _ = try Policy(compiled: compiled, name: file)
    bytes = Base64.encode(compiled, .standard)
    self.type = type.source
    scope = NameScope(
      type.text, taken: ["policy", "Product", "Entitlement", "Fact", "Reason"])
    write(file: file)
  }

  private mutating func write(file: String) {
    text += """
      /// The names of \(PolicySwift.comment(policy.label(in: "en").isEmpty ? file : policy.label(in: "en"))).
      enum \(type): PolicyNames {
        /// The policy as it was when the app was built.
        static let policy: Policy = {
          do {
            return try Policy(embedded: bytes, name: \(PolicySwift.literal(file)))
          } catch {
            // Invariant: TollgateGenerator read these bytes back before it wrote them.
            fatalError("\\(error)")
          }
        }()

        /// The reason of a decision.
        typealias Reason = TollgateKit.Reason

      """
    writeTargets()
    writeNames("Product", "ProductName", graph.parts.products.map { ($0.name, $0.label) })
    writeNames(
      "Entitlement", "EntitlementName", graph.parts.entitlements.map { ($0.name, $0.label) })
    writeNames("Fact", "FactName", graph.parts.facts.map { ($0.name, $0.label) })
    text += """

        private static let bytes: StaticString = \"\(bytes)\"
      }
      \(extensions)
      """
  }

  private mutating func writeTargets() {
    let series = graph.parts.groups.filter { $0.isSeries && $0.members.count > PolicySwift.most }
    let members = Set(series.flatMap { $0.members })
    for (index, target) in graph.parts.targets.enumerated() where !members.contains(Int32(index)) {
      let place = Int32(index)
      if let setting = graph.setting(of: place) {
        writeSetting(target.name, graph.parts.settings[Int(setting)], place)
      } else {
        let kind = target.meter != nil ? "MeterName" : "FeatureName"
        writeTarget(target.name, target.label, kind, place)
      }
    }
    for group in graph.parts.groups where !group.isSeries {
      writeTarget(group.name, group.label, "FeatureName", nil)
    }
    for group in series { writeSeries(group) }
  }

  /// The most members of a series that have names of their own; of a longer one a function gives
  /// them.
  static let most = 200

  private mutating func writeTarget(
    _ name: String, _ label: LabelIndex?, _ kind: String, _ place: Int32?
  ) {
    let swift = scope.add(name).source
    let arguments = PolicySwift.literal(name) + (place.map { ", place: \($0)" } ?? "")
    text += """

        /// \(comment(name, label))
        static let \(swift) = \(kind)<\(type)>.\(swift)

      """
    extensions += """

      extension \(kind) where Names == \(type) {
        /// \(comment(name, label))
        static var \(swift): Self { Self(\(arguments)) }
      }

      """
  }

  private mutating func writeSeries(_ group: TargetGroup) {
    guard let first = group.members.first, let last = group.members.last else { return }
    let name = graph.parts.targets[Int(first)].name
    let prefix = String(name.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    let low = name.dropFirst(prefix.count)
    let high = graph.parts.targets[Int(last)].name.dropFirst(prefix.count)
    let swift = scope.add(prefix).source
    text += """

        /// A member of the series `\(PolicySwift.comment(group.name))`; nil for a number outside of it.
        static func \(swift)(_ number: Int) -> FeatureName<\(type)>? {
          guard (\(low)...\(high)).contains(number) else { return nil }
          return FeatureName(\(PolicySwift.literal(prefix)) + String(number), place: \(first) + Int32(number - \(low)))
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
      value = writeChoices(name, setting, swift)
      first = "." + SwiftName(setting.choices[0].name).source
      read = "{ \(value)($0) }"
    } else if ladder.steps.contains(where: { $0.value == .unlimited }) {
      (value, first, read) = ("SettingAmount", ".amount(\(base))", "{ SettingAmount($0) }")
    } else {
      (value, first, read) = ("Int64", "\(base)", "{ $0.isUnlimited ? .max : $0.number }")
    }
    let note = comment(name, label) + PolicySwift.unit(setting.kind)
    text += """

        /// \(note)
        static let \(swift.source) = SettingName<\(type), \(value)>.\(swift.source)

      """
    extensions += """

      extension SettingName where Names == \(type), Value == \(value) {
        /// \(note)
        static var \(swift.source): Self {
          Self(\(PolicySwift.literal(name)), place: \(place), first: \(first)) \(read)
        }
      }

      """
  }

  /// The type of a setting's choices; its name.
  private mutating func writeChoices(
    _ name: String, _ setting: Setting, _ swift: SwiftName
  ) -> String {
    let choice = scope.add(name, as: swift.capitalized).source
    var cases = NameScope(
      "\(type).\(choice)", taken: ["allCases", "hash", "hashValue", "place", "rawValue"])
    var lines = ""
    for one in setting.choices {
      let name = cases.add(one.name).source
      lines += "    case \(name) = \(PolicySwift.literal(one.name))\n"
    }
    inner += cases.faults
    text += """

        /// The choices of `\(PolicySwift.comment(name))`, from the least to the best.
        enum \(choice): String, Sendable, CaseIterable, Comparable {
      \(lines)
          /// The choice of a value; nil for one that the app does not know.
          init?(_ value: SettingValue) {
            guard case .choice(let name, _) = value else { return nil }
            self.init(rawValue: name)
          }

          private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

          static func < (one: Self, other: Self) -> Bool { one.place < other.place }
        }

      """
    return "\(type).\(choice)"
  }

  private mutating func writeNames(
    _ scopeName: String, _ kind: String, _ names: [(name: String, label: LabelIndex?)]
  ) {
    var names = names
    if names.isEmpty { return }
    var members = NameScope("\(type).\(scopeName)")
    names = names.map { ($0.name, $0.label) }
    text += "\n  /// The \(scopeName.lowercased()) names of the policy.\n  enum \(scopeName) {\n"
    for (name, label) in names {
      let swift = members.add(name).source
      text += "    /// \(comment(name, label))\n"
      text += "    static let \(swift) = \(kind)<\(type)>.\(swift)\n"
      extensions += """

        extension \(kind) where Names == \(type) {
          /// \(comment(name, label))
          static var \(swift): Self { Self(\(PolicySwift.literal(name))) }
        }

        """
    }
    text += "  }\n"
    inner += members.faults
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

  private func comment(_ name: String, _ label: LabelIndex?) -> String {
    let quoted = "`\(PolicySwift.comment(name))`"
    guard let text = Texts(graph: graph, locale: "en").label(label) else { return quoted }
    return "\(PolicySwift.comment(text)): \(quoted)"
  }

  private static func unit(_ kind: Setting.Kind) -> String {
    switch kind {
    case .count, .choice: ""
    case .bytes: ", in bytes"
    case .seconds: ", in seconds"
    case .basisPoints: ", in hundredths of a percent"
    }
  }
}
