package import TollgateRuntime
import TollgateWords

extension Texts {
  /// A value of a setting as people read it: `30 days`, `12.5%`, the label of a choice.
  package func words(_ value: SettingValue, of setting: SettingIndex) -> String {
    words(value, of: setting, language)
  }

  /// The same in the language of a text.
  func words(_ value: SettingValue, of setting: SettingIndex, _ language: Language) -> String {
    switch value {
    case .count(let number): return AmountText.grouped(number)
    case .bytes(let number): return AmountText.print(number, .bytes, language)
    case .seconds(let number): return AmountText.print(number, .seconds, language)
    case .basisPoints(let number): return number.percent
    case .choice(let name, let place): return self.name(ofChoice: place, of: setting) ?? name
    case .unlimited: return language == .chinese ? "不限" : "unlimited"
    }
  }

  /// The label of a setting, or its name.
  func name(ofSetting setting: SettingIndex) -> String {
    guard let graph else { return "" }
    let target = graph.parts.targets[Int(graph.target(ofSetting: setting).index)]
    return label(target.label) ?? target.name
  }

  /// The amount that a product adds to the value of a setting.
  func words(_ addition: Product.SettingAddition) -> String {
    guard let graph else { return "" }
    let setting = addition.setting
    return words(graph.value(.quantity(addition.amount), of: setting), of: setting)
  }

  private func name(ofChoice place: Int, of setting: SettingIndex) -> String? {
    guard let choices = graph?.parts.settings[Int(setting)].choices else { return nil }
    return label(choices[place].label) ?? choices[place].name
  }

  /// The value of a setting, and the one that is possible if that is another.
  package func words(_ state: SettingState, of setting: SettingIndex) -> String {
    let value = words(state.value, of: setting)
    guard state.possible != state.value else { return value }
    let possible = words(state.possible, of: setting)
    return words("\(value), perhaps \(possible)", "\(value)，可能为 \(possible)")
  }
}
