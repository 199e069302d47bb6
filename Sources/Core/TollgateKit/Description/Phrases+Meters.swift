import TollgateRuntime
import TollgateWords

extension Phrases {
  /// How a meter is measured and counted, sentence by sentence.
  func measures(_ meter: Meter, _ amount: (Int64) -> String) -> [String] {
    (unit(meter.unit).map { [$0] } ?? []) + counting(meter, amount)
  }

  /// Whose counters they are, how their windows run, and how they refill.
  func counting(_ meter: Meter, _ amount: (Int64) -> String) -> [String] {
    var sentences: [String] = []
    if !meter.countedPer.isEmpty {
      sentences.append(
        words("Each \(meter.countedPer) has its own count.", "按\(meter.countedPer)分别计数。"))
    }
    if meter.isCountedForEver {
      sentences.append(
        words("What is counted cannot be taken away again.", "已计入的用量无法再减少。"))
    }
    if let windows = windows(meter.windows) { sentences.append(windows) }
    if let refill = meter.refill {
      let amount = amount(refill.amount)
      let interval =
        AmountText.isOneDay(refill.interval)
        ? words("day", "天") : AmountText.duration(refill.interval, language)
      sentences.append(
        words(
          "The used amount falls by \(amount) every \(interval).", "用量每\(interval)减少 \(amount)。"))
    }
    return sentences
  }

  private func windows(_ windows: Meter.Windows) -> String? {
    switch windows {
    case .calendar: nil
    case .subscription:
      words("Its windows follow the subscription.", "计数周期与订阅周期一致。")
    case .firstUse: words("Its windows begin with the first use.", "计数周期从首次使用开始。")
    case .roll:
      words(
        "Its windows are rolling: each use stops counting after one full window.",
        "计数周期是滚动的：每次使用在满一个周期后不再计入。")
    }
  }

  /// The targets that may be used in place of those that a rule denies.
  func instead(_ names: [String]) -> String {
    words("A user who is denied may use \(and(names)) instead.", "被拒绝时可改用\(and(names))。")
  }
}
