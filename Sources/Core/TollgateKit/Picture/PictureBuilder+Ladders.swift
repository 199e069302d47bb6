import TollgateRuntime
import TollgateWords

extension PictureBuilder {
  /// Draws the value of a setting: its statement, with the steps and the products that add to it.
  mutating func addValue(of setting: SettingIndex, to target: Int) {
    let index = graph.parts.settings[Int(setting)].rule
    let rule = graph.parts.rules[Int(index)]
    let value = box(
      .rule, rule.place.text, words("value", "值") + line(rule.place.row), valueFinding(setting))
    arrow(target, value)
    addSteps(of: Limit(setting: setting), to: value)
    for (index, product) in graph.parts.products.enumerated()
    where product.settingAdds.contains(where: { $0.setting == setting }) {
      arrow(value, productBox(Int32(index)), words("more by", "可提高上限"))
    }
  }

  /// The value that the user surely has.
  private mutating func valueFinding(_ setting: SettingIndex) -> GraphPicture.BoxStatus? {
    guard let value = evaluation?.value(of: setting) else { return nil }
    let text = texts.words(graph.value(value, of: setting), of: setting)
    return .init(state: .yes, words: words("the user has \(text)", "用户当前可用：\(text)"))
  }

  /// Draws each step of a ladder, and what it asks for. Says whether the limit is a ladder.
  @discardableResult
  mutating func addSteps(of limit: Limit, to box: Int) -> Bool {
    guard let index = graph.ladder(of: limit) else { return false }
    let places = graph[ladder: index].steps
    for (step, place) in zip(graph.parts.ladders[Int(index)].steps, places) {
      arrow(box, stepBox(step, place))
    }
    return true
  }

  private mutating func stepBox(_ step: LadderStep, _ place: Int) -> Int {
    let finding = finding(
      evaluation?.counts(step: place), words("counts", "计入"), words("does not count", "不计入"))
    let box = box(
      .step, step.place.text, words("step", "档位") + line(step.place.row), finding)
    if !step.asksForNothing { arrow(box, nodeBox(step.requirement)) }
    for node in [step.condition, step.inForce]
    where graph[node: node] != .always {
      arrow(box, nodeBox(node), words("when", "条件"))
    }
    return box
  }
}
