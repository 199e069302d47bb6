import TollgateRuntime
import TollgateWords

extension Describer {
  /// The amount that one use of a target takes from a meter, with the key by which equal ones are told once.
  func told(_ use: Use) -> (key: String, sentences: [String]) {
    let ladder = graph.parts.ladders[Int(use.ladder)]
    let (inForce, condition) = (reader.clause(use.inForce), reader.clause(use.condition))
    guard case .quantity(let amount) = ladder.base else { return ("", []) }
    let taken = texts.things(amount, ofMeter: use.meter)
    let each = use.each.map { AmountText.grouped($0) }
    let first = phrases.scoped(
      scope([inForce, condition]), phrases.takes(taken, forEach: each))
    let steps = ladder.steps.map { sentence($0, of: use) }
    // Lines that follow each other are in the order of time.
    let phase = inForce.conjuncts.map(reader.key).joined(separator: "&")
    let key =
      ([
        "~", graph[meter: use.meter].name, phase, reader.key(of: condition), reader.key(of: amount),
      ]
      + [each ?? ""] + steps).joined(separator: ";")
    return (key, [first] + steps)
  }

  /// The targets that take from a meter, and how much: a statement for each amount.
  func takers(of meter: MeterIndex) -> [[String]] {
    var takers: [(key: String, targets: [Int32], sentences: [String])] = []
    for use in graph.parts.uses where use.meter == meter {
      let (told, targets) = (told(use), use.targets.flatMap { Array($0) })
      if let place = takers.firstIndex(where: { $0.key == told.key }) {
        takers[place].targets += targets
      } else {
        takers.append((told.key, targets, told.sentences))
      }
    }
    return takers.map { taker in
      let names = titles(taker.targets)
      let shown = Array(names.prefix(Describer.mostIncluded))
      let rest = names.count - shown.count
      return [phrases.used(by: rest == 0 ? shown : shown + [phrases.more(rest)])]
        + taker.sentences
    }
  }

  private func sentence(_ step: LadderStep, of use: Use) -> String {
    var value = phrases.nothingTaken
    if case .quantity(let amount) = step.value, amount > 0 {
      value = texts.things(amount, ofMeter: use.meter)
    }
    let requirement = reader.clause(step.requirement)
    let need = step.asksForNothing ? phrases.nothing : clauses.need(requirement, phrases)
    let scope = scope([reader.clause(step.inForce), reader.clause(step.condition)])
    return phrases.scoped(scope, phrases.step(value, with: need))
  }
}

extension Phrases {
  /// The targets that take from a meter; a whole sentence.
  fileprivate func used(by names: [String]) -> String {
    words("Used by \(and(names)).", "用于\(and(names))。")
  }

  fileprivate var nothingTaken: String { words("nothing", "不消耗") }

  /// - Parameter each: So many of the target, in words; nil for once a use.
  fileprivate func takes(_ amount: String, forEach each: String?) -> String {
    each.map { words("takes \(amount) for each \($0)", "每 \($0) 消耗\(amount)") }
      ?? words("each use takes \(amount)", "每次使用消耗\(amount)")
  }
}
