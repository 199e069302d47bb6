package import TollgateRuntime
import TollgateWords

extension Texts {
  /// `449 of 500 per day used, 51 left`, `500 of 30 used, 470 over`, and how the counter falls next.
  package func words(_ quota: Quota, ofMeter meter: Int32, in inquiry: Inquiry?) -> String {
    // Used and left are told in the unit of the limit, so that people can compare them.
    func amount(_ value: Int64?) -> String {
      value.map { quantity($0, ofMeter: meter, beside: quota.limit) }
        ?? words("an unknown amount", "未知")
    }
    let window = window(quota.window)
    if quota.used == nil, quota.limit == nil, !quota.isUnlimited, !quota.isUndecided {
      return words("usage\(window) and limit unknown", "\(window)用量和上限未知")
    }
    if quota.used == nil, let limit = quota.limit {
      let most = counted(amount(limit), per: meter)
      return words("limit \(most)\(window), usage unknown", "\(window)上限 \(most)，用量未知")
    }
    let used = amount(quota.used)
    if quota.isUnlimited || quota.isUndecided {
      let usage =
        quota.used == nil
        ? words("usage\(window) unknown", "\(window)用量未知")
        : words("\(used)\(window) used", "\(window)已用 \(used)")
      return usage
        + (quota.isUnlimited
          ? words(", unlimited", "，不限量")
          : words(", the free amount is not decided yet", "，免费额度尚未确定"))
    }
    guard quota.limit != nil else {
      return words("\(used)\(window) used, the limit is unknown", "\(window)已用 \(used)，上限未知")
        + fall(of: quota, ofMeter: meter, in: inquiry)
    }
    let limit = counted(amount(quota.limit), per: meter)
    let rest: String
    if let over = quota.over, over > 0 {
      rest = words("\(amount(over)) over", "超出 \(amount(over))")
    } else {
      let left = quota.remaining == 0 ? words("none", "0") : amount(quota.remaining)
      rest = words("\(left) left", "剩余 \(left)")
    }
    return words(
      "\(used) of \(limit)\(window) used, \(rest)",
      "\(window)已用 \(used)，上限 \(limit)，\(rest)")
      + fall(of: quota, ofMeter: meter, in: inquiry)
  }

  /// `, resets at …`; of a counter that falls by a step, `, falls to 12 at …`.
  private func fall(of quota: Quota, ofMeter meter: Int32, in inquiry: Inquiry?) -> String {
    guard let resets = quota.resets else { return "" }
    let instant = time.exact(resets)
    let input = inquiry?.prepared.input
    guard let used = input?.used(meter, quota.window, at: resets.milliseconds), used > 0 else {
      return words(", resets at \(instant)", "，\(instant) 重新计数")
    }
    let amount = quantity(used, ofMeter: meter)
    return words(", falls to \(amount) at \(instant)", "，\(instant) 降至 \(amount)")
  }
}
