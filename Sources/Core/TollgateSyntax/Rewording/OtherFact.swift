/// Somebody or an app in people's words, where the language asks a fact: `on iPhone`,
/// `in China`, `for admins`, `app version 3.2+`, `who joined before 2025`.
struct OtherFact: Sendable {
  /// How many pieces say it.
  var count: Int
  /// The condition, as the language writes it.
  var condition: String
  /// The declaration of a fact that the policy lacks.
  var declaration: String?

  /// A fact with the values that stand in its declaration.
  private struct Row: Sendable {
    var words: [String]
    var fact: String
    /// Nothing for a fact that is yes or no.
    var value: String?
  }

  // Each row has a fact, behind `=` a value of it, and the words that people write for it.
  private static let table = """
    platform=ios: ios,iphone,iphones,ipad,ipads,iphone and ipad,apple,apple devices,苹果
    platform=android: android,androids,android phones,google phones,安卓
    platform=web: web,the web,browser,browsers,the browser,web app,the web app,website,网页
    device=phone: mobile,phone,phones,mobile phones,mobile devices,smartphones
    device=tablet: tablet,tablets
    device=desktop: desktop,desktops,mac,macs,windows,computers,laptops
    country=cn: china,mainland china,the mainland,chinese mainland,prc,中国,中国大陆
    country=us: us,usa,the us,the usa,the united states,united states,america,美国
    country=uk: uk,the uk,united kingdom,great britain,england
    country=de: germany,deutschland
    country=fr: france
    country=jp: japan
    country=in: india
    country=tr: turkey,türkiye
    country=kr: korea,south korea
    country=ru: russia
    country=br: brazil
    country=es: spain
    country=it: italy
    country=ca: canada
    region=eu: eu,the eu,europe,european union,the european union
    region=asia: asia
    admin: admin,admins,administrator,administrators,an admin,管理员
    owner: owner,owners,the owner,an owner
    student: student,students,a student
    teacher: teacher,teachers,a teacher
    employee: employee,employees,an employee,staff
    guest: guest,guests,a guest
    moderator: moderator,moderators,a moderator
    editor: editors
    adult: adult,adults,grown-ups
    child: child,children,kids,minors
    developer: developers
    tester: tester,testers
    beta-tester: beta tester,beta testers,beta users,beta user
    verified: verified,verified users,verified accounts
    new-user: new users,new user,new customers,new customer,first-time users
    existing-user: existing users,existing user,existing customers,current users,current customers
    online: online,when online,when connected
    offline: offline,when offline
    """

  private static let rows: [String: [Row]] = {
    var rows: [String: [Row]] = [:]
    for line in table.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let named = line[..<colon].split(separator: "=").map { String($0) }
      for phrase in line[line.index(after: colon)...].split(separator: ",") {
        let words = phrase.split(separator: " ").map { String($0) }
        guard let first = words.first, let fact = named.first else { continue }
        rows[first, default: []].append(
          Row(words: words, fact: fact, value: named.count > 1 ? named[1] : nil))
      }
    }
    return rows
  }()

  /// Whether a word says who or where somebody is, so that it is no entitlement.
  static func knows(_ word: String) -> Bool {
    if word.hasPrefix("version") { return true }
    if word.hasPrefix("v"), word.dropFirst().first?.isNumber == true { return true }
    return (rows[word] ?? []).contains { $0.words.count == 1 }
  }

  /// The facts that the pieces from one on say.
  static func all(in pieces: [Piece], at start: Int, _ known: KnownNames) -> [OtherFact] {
    if let dated = dated(pieces, start, known) { return [dated] }
    if let version = version(pieces, start, known) { return [version] }
    guard let first = fact(pieces, start) else { return [] }
    var values = [first.row]
    var count = first.count
    // `iOS and Android`
    while start + count + 1 < pieces.count, isJoint(pieces[start + count]),
      let next = fact(pieces, start + count + 1), next.row.fact == first.row.fact,
      first.row.value != nil
    {
      values.append(next.row)
      count += 1 + next.count
    }
    return meaning(of: values, count, known).map { [$0] } ?? []
  }

  private static func isJoint(_ piece: Piece) -> Bool {
    switch piece.folded {
    case "and", "or", ",", "&", "/", "+": true
    default: false
    }
  }

  private static func fact(_ pieces: [Piece], _ start: Int) -> (row: Row, count: Int)? {
    var best: (row: Row, count: Int)?
    for row in rows[pieces[start].folded] ?? [] where start + row.words.count <= pieces.count {
      let isSaid = row.words.indices.allSatisfy { pieces[start + $0].folded == row.words[$0] }
      if isSaid, row.words.count > best?.count ?? 0 { best = (row, row.words.count) }
    }
    return best
  }

  private static func meaning(of rows: [Row], _ count: Int, _ known: KnownNames) -> OtherFact? {
    var fact = rows[0].fact
    guard rows[0].value != nil else {
      if let own = known.name(for: fact), known.kind(of: own) == .yesOrNo { fact = own }
      return named(fact, is: .yesOrNo, fact, "yes or no", count, known)
    }
    let values = rows.compactMap { $0.value }
    let declared = values.compactMap { known.choices[$0] }
    if declared.count == values.count, let own = declared.first {
      guard declared.allSatisfy({ $0 == own }) else { return nil }
      fact = own
    } else if known.kind(of: fact) != nil {
      return nil
    }
    let condition =
      values.count == 1
      ? "\(fact) is \(values[0])" : "\(fact) is one of \(values.joined(separator: ", "))"
    let choices =
      fact == "platform"
      ? "ios, android or web" : "\(values.joined(separator: ", ")) or anything else"
    return named(fact, is: .fact, condition, choices, count, known)
  }

  /// A condition about a fact, which is declared with it if the policy has no name like it.
  private static func named(
    _ fact: String, is kind: KnownNames.Kind, _ condition: String, _ type: String, _ count: Int,
    _ known: KnownNames
  ) -> OtherFact? {
    if let other = known.kind(of: fact) {
      return other == kind ? OtherFact(count: count, condition: condition) : nil
    }
    return OtherFact(count: count, condition: condition, declaration: "fact \(fact) is \(type)")
  }

  // MARK: Versions

  /// `app version 3.2+`, `version 3.2 or later`, `v3`, `versions before 3.2`
  private static func version(
    _ pieces: [Piece], _ start: Int, _ known: KnownNames
  ) -> OtherFact? {
    var index = start
    func word(_ at: Int) -> String { at < pieces.count ? pieces[at].folded : "" }
    while ["the", "app", "an", "a", "client"].contains(word(index)) { index += 1 }
    let isNamed = ["version", "versions", "app-version", "build", "release"].contains(word(index))
    if isNamed { index += 1 }
    if word(index) == "of", word(index + 1) == "the", word(index + 2) == "app" { index += 3 }
    let isStarred = isNamed || index > start
    var isBefore = false
    let before = index
    switch word(index) {
    case "before", "below", "under", "<": (isBefore, index) = (true, index + 1)
    case "older", "lower", "earlier", "less": (isBefore, index) = (true, index + 1)
    case "since", "from", ">=", "after", "above", "≥": index += 1
    case "newer", "later", "higher", "at": index += 1
    default: break
    }
    if index > before, word(index) == "than" || word(index) == "least" { index += 1 }
    guard index < pieces.count else { return nil }
    var text = pieces[index].folded
    let hasLetter = text.first == "v" && text.dropFirst().first?.isNumber == true
    if hasLetter { text = String(text.dropFirst()) }
    guard isStarred || hasLetter else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count), parts.allSatisfy({ String($0).isDigits }) else {
      return nil
    }
    index += 1
    if word(index) == "+" {
      index += 1
    } else if ["or", "and"].contains(word(index)),
      ["later", "newer", "higher", "above", "up", "greater", "more"].contains(word(index + 1))
    {
      index += 2
    } else if ["or", "and"].contains(word(index)),
      ["older", "earlier", "lower", "below"].contains(word(index + 1))
    {
      return nil
    }
    let fact = known.version ?? "app-version"
    return named(
      fact, is: .fact, "\(fact) \(isBefore ? "before" : "since") \(text)", "a version",
      index - start, known)
  }

  // MARK: Dates

  /// `users who joined before 2025`
  private static func dated(_ pieces: [Piece], _ start: Int, _ known: KnownNames) -> OtherFact? {
    var index = start
    func word(_ at: Int) -> String { at < pieces.count ? pieces[at].folded : "" }
    while [
      "users", "everyone", "everybody", "people", "those", "customers", "accounts", "anyone",
      "who", "that", "which", "have", "has", "old", "existing", "user",
    ].contains(word(index)) { index += 1 }
    let fact: String
    switch word(index) {
    case "joined", "registered", "installed", "subscribed", "created": fact = word(index)
    case "signed" where word(index + 1) == "up": (fact, index) = ("joined", index + 1)
    case "registration", "signup", "sign-up": fact = "joined"
    default: return nil
    }
    index += 1
    let verb = word(index)
    let isBefore: Bool
    switch verb {
    case "before", "until", "by": isBefore = true
    case "since", "after", "from", "in": isBefore = false
    default: return nil
    }
    index += 1
    guard index < pieces.count, let (day, count) = day(pieces, index, isAfter: verb == "after")
    else { return nil }
    let own = known.kind(of: fact) == .fact ? fact : known.date ?? fact
    return named(
      own, is: .fact, "\(own) \(isBefore ? "before" : "since") \(day)", "a date",
      index + count - start, known)
  }

  private static func day(
    _ pieces: [Piece], _ start: Int, isAfter: Bool
  ) -> (day: String, count: Int)? {
    let text = pieces[start].text
    if text.utf8.count == 4, text.isDigits, let year = Int(text), (1990...2100).contains(year) {
      return ("\(isAfter ? year + 1 : year)-01-01", 1)
    }
    if let value = DateForm.all(pieces[start...]).first, let day = value.meant.first {
      return (day, value.count)
    }
    return Parser.isInstant(text) ? (text, 1) : nil
  }
}
