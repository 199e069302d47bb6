import TollgateRuntime

/// The users of a block, divided into those who answer every question alike.
struct Alike {
  /// Those who are alike, with what tells them from the others.
  private(set) var parts: [Part]
  /// How many answers the last word of each key holds.
  private var filled = 0

  struct Part {
    var users: TruthBlock.Bits
    var key: [Int64] = []
    fileprivate var word: Int64 = 0
  }

  /// The first users of a block, all alike.
  init(_ count: Int) {
    parts = [Part(users: .first(count))]
  }

  /// Divides them by a condition.
  mutating func divide(by truth: TruthBlock) {
    if filled == 31 { closeWords() }
    filled += 1
    for place in parts.indices {
      let users = parts[place].users
      parts[place].word <<= 2
      let answers = [
        (Truth.yes, users & truth.surely), (.unknown, users & truth.possibly & ~truth.surely),
        (.no, users & ~truth.possibly),
      ]
      let word = parts[place].word
      var isFirst = true
      for (answer, users) in answers where !users.isEmpty {
        var part = parts[place]
        part.users = users
        part.word = word | Int64(answer.rawValue)
        if isFirst { parts[place] = part } else { parts.append(part) }
        isFirst = false
      }
    }
  }

  /// Divides them by a number; after the conditions.
  mutating func divide(by column: Column) {
    if filled > 0 { closeWords() }
    if let number = column.shared {
      for place in parts.indices { parts[place].key.append(number) }
      return
    }
    for place in parts.indices {
      var users: [Int64: TruthBlock.Bits] = [:]
      for user in parts[place].users.users {
        users[column[user], default: .none][user: user] = true
      }
      let part = parts[place]
      var isFirst = true
      for (number, users) in users {
        var part = part
        part.users = users
        part.key.append(number)
        if isFirst { parts[place] = part } else { parts.append(part) }
        isFirst = false
      }
    }
  }

  /// The parts when no question is left.
  mutating func close() -> [Part] {
    if filled > 0 { closeWords() }
    return parts
  }

  private mutating func closeWords() {
    for place in parts.indices {
      parts[place].key.append(parts[place].word)
      parts[place].word = 0
    }
    filled = 0
  }
}
