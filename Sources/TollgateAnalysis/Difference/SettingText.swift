import TollgateRuntime

extension RuleGraph {
  /// The settings of two policies whose texts differ, and those of only one of them; by name.
  static func changedSettings(_ old: RuleGraph, _ new: RuleGraph) -> [String] {
    let (before, after) = (old.settingTexts, new.settingTexts)
    let names = Set(before.keys).union(after.keys)
    return names.filter { before[$0] != after[$0] }.sorted()
  }

  private var settingTexts: [String: String] {
    var texts: [String: String] = [:]
    for place in parts.settings.indices {
      let index = SettingIndex(place)
      texts[name(ofSetting: index)] = text(ofSetting: index)
    }
    return texts
  }

  /// The values of a setting and who has them, in words: the same for two policies whose values
  /// are the same, however the steps are ordered.
  func text(ofSetting index: SettingIndex) -> String {
    let setting = parts.settings[Int(index)]
    let ladder = parts.ladders[Int(setting.ladder)]
    var text = ""
    if case .quantity(let base) = ladder.base { text = self.text(base, of: setting) }
    if ladder.isSmallerBetter { text += ", smaller is better" }
    let steps = ladder.steps.map { $0.place.text }.sorted()
    return steps.isEmpty ? text : text + "; " + steps.joined(separator: "; ")
  }

  private func text(_ value: Int64, of setting: Setting) -> String {
    switch setting.kind {
    case .count: String(value)
    case .bytes: QuantityWords.plain(value, .bytes)
    case .seconds: QuantityWords.plain(value, .seconds)
    case .basisPoints: QuantityWords.share(value)
    case .choice: setting.choices.map { $0.name }.joined(separator: " < ")
    }
  }
}
