import TollgateSyntax

/// Things that people look for and that the language says with other means, by the words that they use, and
/// an example of each sentence by its first word. They help where no sentence can be offered.
enum OtherTopics {
  /// Adds what helps with a line to the first of its findings that has no help; an example only
  /// where that is wanted.
  static func help(
    _ errors: [Diagnostic], _ line: Typed, _ known: KnownNames, orExample: Bool
  ) -> [Diagnostic] {
    var errors = errors
    let bare = errors.firstIndex { $0.edits.isEmpty && $0.help.isEmpty }
    guard let bare, let help = help(line, known) else { return errors }
    let mayBe = !help.isExample || orExample && errors[bare].notes.isEmpty
    if mayBe { errors[bare].help = [about(help.words, line, known)] }
    return errors
  }

  /// The help for a thing that a line looks for in vain; nil for none.
  static func topic(_ line: Typed, _ known: KnownNames) -> String? {
    help(line, known).flatMap { $0.isExample ? nil : about($0.words, line, known) }
  }

  /// Whether one of the words is looked for in vain, as what it says is said by other means.
  static func isTopic(_ line: Typed, _ known: KnownNames) -> Bool {
    help(line, known).map { !$0.isExample } ?? false
  }

  /// The help for a line that gives a setting another value where the setting is not, or that
  /// grants a feature; nil for others.
  ///
  /// - Parameters:
  ///   - value: The value that stands in the line, if there is one.
  ///   - granted: What the product above grants.
  static func aboutName(
    _ errors: [Diagnostic], _ words: [String], _ known: KnownNames, value: String?,
    granted: String?
  ) -> [Diagnostic]? {
    guard let first = words.first, let last = words.last, var error = errors.first else {
      return nil
    }
    error.edits = []
    if known.isSetting(first), words.contains("with") || words.contains("for") {
      let who = known.isEntitlement(last) ? last : known.usual ?? "pro"
      let step = "\(value ?? "30 days") with \(who)"
      error.help = ["a value of `\(first)` is a step below its own line: `\(step)`"]
      return [error]
    }
    if known.isEntitlement(first), let verb = words.dropFirst().first,
      ["contains", "includes", "has", "include", "contain"].contains(verb),
      let declared = known.entitlements[first]
    {
      let names = words.dropFirst(2).filter { $0 != "and" && $0 != "includes" }
      let list =
        names.count < 2
        ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
      error.help = ["say what it includes where it is declared: `\(declared) includes \(list)`"]
      return [error]
    }
    switch first {
    case "message", "reminder", "prompt", "because", "benefit":
      guard let when = words.dropFirst().last(where: { ["until", "from", "when"].contains($0) })
      else { return nil }
      error.help = [
        "`\(first)` holds as long as the sentence above it: "
          + "write `\(when)` at the end of that line"
      ]
      return [error]
    case "free" where words.count == 1:
      error.help = ["the first tier is what everybody has: no product sells it"]
      return [error]
    case "tier" where !known.tiers.isEmpty && !known.tiers.contains(last):
      let tiers = known.tiers.joined(separator: " < ")
      error.help = [
        "all tiers stand in one line, the lowest first: `tiers \(tiers) < \(last)`"
      ]
      return [error]
    case "grants", "grant", "unlocks", "includes", "gives", "opens", "contains", "has", "features",
      "feature", "include":
      let features = words.filter { known.isFeature($0) }
      guard !features.isEmpty else { return nil }
      let rule = features.count == 1 ? "requires" : "require"
      error.help = [
        "a product grants an entitlement, and a rule says what that opens: "
          + "`\(features.joined(separator: ", ")) \(rule) \(granted ?? known.usual ?? "pro")`"
      ]
      return [error]
    default: return nil
    }
  }

  /// The first word says more about a line than a later one.
  private static func help(
    _ line: Typed, _ known: KnownNames
  ) -> (words: String, isExample: Bool)? {
    for (index, word) in line.words.enumerated() {
      // A name of the policy is not looked for in vain, nor is a word at its place.
      let isOfName = !known.isFree(word) && (index == 0 || line.words[index - 1] != "per")
      if isOfName || index == 0 && line.isInPlace { continue }
      for row in topics.split(separator: "\n") {
        let parts = row.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        let isAbout = parts[0].split(separator: ",").contains { key in
          key == word || line.hasShare && key == word + "%"
        }
        if isAbout { return (about(key: word, String(parts[1].dropFirst())), false) }
      }
    }
    for row in examples.split(separator: "\n") {
      guard let first = line.words.first,
        row.split(separator: " ").first.map({ $0 == first }) == true
      else { continue }
      return ("write, for example, `\(row)`", true)
    }
    return nil
  }

  private static let topics = """
    tier,level,stufe: all tiers stand in one line, the lowest first: `tiers free < pro < max`
    weekend,weekends,weekday,weekdays,monday,sunday,hours,night: the language has no days of the week and no hours of the day: the app reports them as a fact
    string,str,text,varchar,enum: a fact is one of some values, yes or no, a date, a number or a version: `fact platform is ios, android or web`
    default,principal,resource,action: nothing is allowed or denied by default: each rule says what it needs, `csv-export requires pro`
    first,introductory,intro: a lower price at the beginning is a line of its own, `introductory price 5 USD per month for 3 months` or `introductory price 10 USD for 3 months`; a free start is `trial 1 month`
    badge,ribbon,tag: the product to show first is `recommended`; other words beside it are `benefit "Two months free"`
    version,versions: a version is a fact that the app reports: `fact app-version is a version`, and then `TARGET is off unless app-version since 3.2`
    signup,registration,purchase: a time begins at a fact that the app reports: `fact installed is a date`, and then `grant pro for 7 days after installed`
    discount,coupon,promo,promotion,voucher,rabatt,折扣,rebate: a lower price is a product of its own, with its own `price` and, for some users, `for sale when …` or `for sale until …`
    billed: a price per month that is paid once a year is `price 10 USD per month billed yearly`; another period is a product of its own
    monthly,yearly,annually,quarterly,upfront,prepaid,instalments: a product has one price and one period: write another period as a product of its own
    tax,vat,mwst,taxes: a price is what people pay; taxes are the store's affair
    january,february,march,april,may,june,july,august,september,october,november,december,tomorrow,today,yesterday,next,soon,now,heute,morgen,明天,later,end,q1,q2,q3,q4,quarter,spring,summer: write the day itself: `2026-03-01`
    country,countries,region,regions,us,eu,uk,china,germany,europe,中国: a country is a fact that the app reports: `fact country is us, de or anything else`, and then `TARGET is off unless country is us`
    role,roles,admin,admins,owner,owners,student,students,guest,guests,employee,employees,teacher,teachers,new,existing: who somebody is, is a fact that the app reports: `fact KEY is yes or no`, and then `TARGET is off unless KEY`
    ios,android,web,desktop,mobile,iphone,ipad,windows-pc,mac: where the app runs is a fact that it reports: `fact platform is ios, android or web`, and then `TARGET is off unless platform is ios`
    let,var,const,function,return,def,while,switch,case,loop,end: a policy has no variables and no steps: each line is a sentence by itself, such as `bills > 500 requires pro`
    else,elseif,elif,sonst,否则: each rule stands by itself and says when it applies: `csv-export requires pro unless beta`
    limits,rules,permissions,rights,plans,pricing: sentences need no heading: `bills at most 500`, and below it `1000 with pro`
    team,teams,workspace,organization,organisation,company,device,devices: the line below the meter says who shares its counter: `counted per team`
    percent-off,off,cheaper,save: a lower price is a product of its own, with its own `price`
    minus,times,plus,double,half,twice: a limit is a number: the language does not calculate
    within: the days after a date are written `until 7 days after installed`
    valid,lasts,expires,expiry,validity,term,duration,length: how long a purchase lasts is its period: `price 5 USD per month`, or `price 5 USD once` without an end
    random,ab,experiment,gradually: a share of the users is a rollout: `rollout trial-group is 25% of users`, and then `TARGET is off unless in trial-group`
    refund,refunds,cancel,cancelled,renewal: what happened to a purchase is reported by the app; `grace 3 days` keeps it for a while
    zh-hans,zh,de,fr,en,es,ja: the first text has no language in front: `message "…" zh-Hans "…"`
    users%,customers%,people%,rollout: a share of the users is a rollout: `rollout trial-group is 25% of users`, and then `TARGET is off unless in trial-group`
    allow,permit: a rule names what is used, and then what is needed: `csv-export requires pro`
    trial: a trial of a product is `trial 7 days` below it; one without a purchase is `grant pro for 7 days after installed`
    grace: a product keeps what it grants for a while after it has ended: `grace 3 days` below the product
    reset,resets,renew,refresh,refreshes: a limit says over which time it counts: `bills > 500 per month requires pro`
    unlimited: who has what a limit requires has no limit: `bills > 500 requires pro`; steps such as `unlimited with pro` stand below `bills at most 500`
    consumable,nonconsumable: what is used up says so where it is added: `adds 100 to bills until used up`
    addon,add-on,addons: what is sold beside a plan is a product of its own: `product annual`, and below it what it `grants` or `adds`
    price,cost,costs: a price stands below its product: `price 12 USD per month`
    interval,recurring,billing,cycle,frequency: a price says its period: `price 12 USD per month`
    unit,currency: a price is an amount, a currency code and a period: `price 12 USD per month`
    email,mail,push,sms,notification: the app shows reminders and prompts; the policy says when: `reminder at 90%`
    """

  private static let examples = """
    policy Shop "Shop"
    tiers free "Free" < pro "Pro"
    entitlement full "Everything" includes basic and advanced
    entitlements basic, advanced
    product annual "Annual"
    meter storage "Storage" in bytes
    meters bills, exports
    feature csv-export "CSV export"
    features csv-export, dark-mode
    series L1..L18 "Lessons"
    group exports is csv-export, database-export
    fact platform is ios, android or web
    rollout new-paywall is 25% of users
    grant pro for 7 days after installed
    setting history "History" is 7 days
    scenario "a free user is stopped"
    always csv-export allowed with pro
    never csv-export allowed without pro
    trust snapshots for 24h
    snooze prompts for 24h
    use "prices.gate"
    sold as "com.app.pro.annual" on app-store
    grants pro
    adds 10 GB to storage
    price 12 CNY per year
    trial 7 days
    grace 3 days
    shared with family
    benefit "Unlimited export"
    only with annual or monthly
    not with annual
    for sale with pro
    reminder at 450 gentle "Almost full"
    soft until 2026-04-01
    running use may finish
    prompt as paywall snooze 7 days
    message "The free plan holds {limit} bills."
    because "Decided in March"
    instead use basic-model
    given product annual until 2027-01-01, bills 500
    at 2026-06-01
    expect bills denied because limit-reached
    windows follow the calendar
    counted per team
    refills 1 every 30min
    unlimited with pro
    """
}

/// Helps in the names of the policy, and of the line that they are about.
extension OtherTopics {
  /// A line as somebody wrote it.
  struct Typed {
    /// Its names, in small letters.
    var words: [String]
    /// All that it says, without blanks.
    var texts: [String] = []
    var hasShare = false
    /// Whether its first word begins such a line there.
    var isInPlace = false
  }

  /// A help that speaks of what the line is about.
  static func about(_ help: String, _ line: Typed, _ known: KnownNames) -> String {
    let words = line.words
    let target = line.texts.first { known.isTarget($0) } ?? words.first { known.isTarget($0) }
    let own = target ?? newName(words, known)
    let help = withOwnCondition(help, line, known)
    // What a line is about has its own numbers and texts in an example, too.
    var values = OwnValues(isExample(help) ? line.texts : [])
    var isCode = false
    var parts: [String] = []
    for part in help.split(separator: "`", omittingEmptySubsequences: false) {
      let isShown = isCode && !line.texts.contains(String(part))
      parts.append(
        isShown ? values.inserted(into: example(String(part), own, known)) : String(part))
      isCode.toggle()
    }
    return parts.joined(separator: "`")
  }

  /// A finding whose examples speak of the policy.
  static func ofPolicy(
    _ finding: Diagnostic, _ line: Typed, _ known: KnownNames
  ) -> Diagnostic {
    var finding = finding
    finding.help = finding.help.map { isExample($0) ? about($0, line, known) : $0 }
    finding.notes = finding.notes.map { isExample($0) ? about($0, line, known) : $0 }
    return finding
  }

  /// The help of a topic, in the words of the line: `students` are asked for as `student`.
  static func about(key: String, _ help: String) -> String {
    let name: String
    switch key {
    case "role", "roles": name = "admin"
    case "new", "existing": name = key + "-user"
    default: name = key.hasSuffix("s") ? String(key.dropLast()) : key
    }
    return help.replacing(every: "KEY", with: name)
  }

  /// A help whose condition is the one that the line has.
  private static func withOwnCondition(
    _ help: String, _ line: Typed, _ known: KnownNames
  ) -> String {
    let texts = line.texts
    let verb = texts.indices.first { index in
      ["is", "=", "=="].contains(texts[index]) && index > 0 && index + 1 < texts.count
        && known.isFact(texts[index - 1])
    }
    guard let verb else { return help }
    let own = "\(texts[verb - 1]) is \(texts[verb + 1])"
    var help = help
    for other in ["platform is ios`", "country is us`"] {
      help = help.replacing(every: other, with: own + "`")
    }
    return help
  }

  private static func isExample(_ text: String) -> Bool {
    text.hasPrefix("for example") || text.hasPrefix("write, for") || text.hasPrefix("put it after")
      || text.hasPrefix("a rule says") || text.hasPrefix("a declar")
  }

  /// The name that a line begins with, if nobody declared it and it says nothing else.
  private static func newName(_ words: [String], _ known: KnownNames) -> String? {
    guard let first = words.first, Word(rawValue: first) == nil, known.isFree(first),
      !Reworder.knows(first), !isTopic(.init(words: [first]), known)
    else { return nil }
    return first
  }

  /// A sentence with names of the policy in place of those of an example.
  private static func example(_ code: String, _ own: String?, _ known: KnownNames) -> String {
    let words = code.split(separator: " ").map { String($0) }
    let first = words.first ?? ""
    let declares =
      first == "setting" || Word(rawValue: first)?.leadsStatement == true && first != "grant"
    return words.enumerated().map { index, word in
      let end = word.last == "," ? "," : ""
      let name = end.isEmpty ? word : String(word.dropLast())
      if declares, index > 0 {
        return name == "csv-export" && own.map { known.isFree($0) } == true
          ? (own ?? name) + end : word
      }
      guard known.isFree(name) || name == "TARGET" else { return word }
      return (meant(name, own, known) ?? name) + end
    }.joined(separator: " ")
  }

  private static func meant(_ name: String, _ own: String?, _ known: KnownNames) -> String? {
    switch name {
    case "TARGET": own ?? known.features.first ?? "csv-export"
    case "csv-export": own.flatMap { known.isMeter($0) ? nil : $0 } ?? known.features.first
    case "bills", "guests": own.flatMap { known.isMeter($0) ? $0 : nil } ?? known.meters.first
    case "pro": known.usual
    case "annual": known.products.first
    case "history": known.settings.first
    default: nil
    }
  }

  /// The clauses that a statement may have, each with an example; nil where there are few.
  static func clauses(of home: StatementName) -> String? {
    switch home {
    case .product:
      "`grants pro`, `price 12 USD per month`, `sold as \"com.app.annual\"`, `trial 7 days`, "
        + "`adds 100 to bills`, `shared with family`, `grace 3 days`, `benefit \"…\"`, "
        + "`recommended`, `for sale with pro`, `not for sale`"
    case .rule:
      "`reminder at 90%`, `message \"…\"`, `prompt as paywall`, `soft until 2026-04-01`, "
        + "`because \"…\"`, and below a line with `at most` a step, `1000 with pro`"
    case .setting:
      "a step, such as `30 days with pro`, or `message \"…\"`"
    case .scenario:
      "`given pro`, `given product annual until 2027-01-01`, `given bills 500`, `at 2026-06-01`, "
        + "`expect bills denied because limit-reached`"
    case .meter:
      "`counted per team`, `windows roll`, `windows follow the subscription`, "
        + "`refills 1 every 30min`"
    default: nil
    }
  }
}
