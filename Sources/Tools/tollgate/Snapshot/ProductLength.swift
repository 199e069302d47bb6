import ArgumentParser
import TollgateAppStore

/// How long a product lasts, on the command line: `com.app.season=3 months`.
struct ProductLength: ExpressibleByArgument, Sendable {
  let product: String
  let length: AppStoreMapping.Length

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "="), equals != argument.startIndex else {
      return nil
    }
    let words = argument[argument.index(after: equals)...].split(separator: " ")
    guard words.count == 2, let count = Int(words[0]), (1...10_000).contains(count) else {
      return nil
    }
    switch words[1] {
    case "day", "days": length = .days(count)
    case "week", "weeks": length = .days(7 * count)
    case "month", "months": length = .months(count)
    case "year", "years": length = .months(12 * count)
    default: return nil
    }
    product = String(argument[..<equals])
  }
}
