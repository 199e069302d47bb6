extension Naive {
  /// The words and numbers that the printers share.
  enum Text {
    /// A quoted text with the only two escapes there are.
    static func quoted(_ text: String) -> String {
      var result = "\""
      for character in text {
        if character == "\"" || character == "\\" { result.append("\\") }
        result.append(character)
      }
      return result + "\""
    }

    /// Year, month and day of a count of days since 1970-01-01 (proleptic Gregorian).
    static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
      let shifted = days + 719_468
      let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
      let dayOfEra = shifted - era * 146_097
      let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
      let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
      return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The same time of day so many calendar months later, on the last day of a shorter month.
    static func months(_ count: Int, after milliseconds: Int) -> Int {
      let ofDay = modulo(milliseconds, Naive.day)
      let start = (milliseconds - ofDay) / Naive.day
      let (year, month, day) = civil(start)
      let wanted = year * 12 + month - 1 + count
      // The last day of the month that is not after the same day.
      var days = start
      while true {
        let next = civil(days + 1)
        let number = next.year * 12 + next.month - 1
        if number > wanted || (number == wanted && next.day > day) { break }
        days += 1
      }
      return days * Naive.day + ofDay
    }

    /// Months as a policy writes them: twelve are a year.
    static func length(ofMonths count: Int) -> String {
      if count > 0, count % 12 == 0 { return count == 12 ? "1 year" : "\(count / 12) years" }
      return count == 1 ? "1 month" : "\(count) months"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    static func date(_ milliseconds: Int) -> String {
      let days = (milliseconds - modulo(milliseconds, Naive.day)) / Naive.day
      let (year, month, day) = civil(days)
      return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    static func modulo(_ value: Int, _ divisor: Int) -> Int {
      (value % divisor + divisor) % divisor
    }

    /// An instant as it may stand in a policy: a date at midnight, seconds and fractions only
    /// where there are some, now and then with an offset.
    static func instant(_ milliseconds: Int) -> String {
      if modulo(milliseconds, Naive.day) == 0 && modulo(milliseconds / Naive.day, 4) != 3 {
        return date(milliseconds)
      }
      let hasOffset = modulo(milliseconds / Naive.minute, 3) == 1
      let local = hasOffset ? milliseconds + 8 * Naive.hour : milliseconds
      let ofDay = modulo(local, Naive.day)
      var text = "\(date(local))T\(padded(ofDay / Naive.hour, 2))"
      text += ":\(padded(ofDay % Naive.hour / Naive.minute, 2))"
      let ofMinute = ofDay % Naive.minute
      if ofMinute != 0 { text += ":\(padded(ofMinute / Naive.second, 2))" }
      if ofMinute % Naive.second != 0 { text += ".\(padded(ofMinute % Naive.second, 3))" }
      return text + (hasOffset ? "+08:00" : "Z")
    }

    /// An instant as the JSON documents have it: seconds always, `Z`.
    static func jsonInstant(_ milliseconds: Int) -> String {
      let ofDay = modulo(milliseconds, Naive.day)
      var text = "\(date(milliseconds))T\(padded(ofDay / Naive.hour, 2))"
      text += ":\(padded(ofDay % Naive.hour / Naive.minute, 2))"
      text += ":\(padded(ofDay % Naive.minute / Naive.second, 2))"
      let fraction = ofDay % Naive.second
      return text + (fraction == 0 ? "Z" : ".\(padded(fraction, 3))Z")
    }

    /// A duration in the largest unit it is whole in.
    static func duration(_ seconds: Int) -> String {
      let day = 86_400
      if seconds == 0 { return "0s" }
      if seconds % (7 * day) == 0 && seconds > 7 * day { return "\(seconds / (7 * day)) weeks" }
      if seconds == day { return "1 day" }
      if seconds % day == 0 { return "\(seconds / day) days" }
      if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
      if seconds % 60 == 0 { return "\(seconds / 60)min" }
      return "\(seconds)s"
    }

    /// A quantity in the unit of its meter.
    static func quantity(_ value: Int, _ unit: Unit) -> String {
      switch unit {
      case .count: return count(value)
      case .seconds: return value == 0 || value > 1_000_000_000 ? count(value) : duration(value)
      case .bytes: return bytes(value)
      }
    }

    /// Digits, with `_` between the thousands of large numbers.
    static func count(_ value: Int) -> String {
      let digits = String(value)
      guard digits.count > 4 else { return digits }
      var result = ""
      for (index, digit) in digits.enumerated() {
        if index > 0 && (digits.count - index) % 3 == 0 { result.append("_") }
        result.append(digit)
      }
      return result
    }

    private static func bytes(_ value: Int) -> String {
      let units = [
        ("GB", 1_000_000_000), ("GiB", 1 << 30), ("MB", 1_000_000), ("MiB", 1 << 20),
        ("KiB", 1 << 10), ("KB", 1000),
      ]
      for (name, size) in units where value > 0 && value % size == 0 {
        return "\(value / size) \(name)"
      }
      for (name, size) in units where size % 2 == 0 && value > size && value % (size / 2) == 0 {
        return "\(value / size).5 \(name)"
      }
      return value % 2 == 0 ? count(value) : "\(value) B"
    }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ parts: [String], _ last: String = "and") -> String {
      guard parts.count > 1, let end = parts.last else { return parts.first ?? "" }
      return parts.dropLast().joined(separator: ", ") + " \(last) \(end)"
    }
  }
}
