import Testing

@testable import TollgateSyntax

struct DeclarationTests {
  private func names(_ declarations: [DeclarationSyntax]) -> [String] {
    declarations.map { $0.name.text + ($0.label.map { "=" + $0.text.value } ?? "") }
  }

  @Test func policyAndSettings() throws {
    guard
      case .policy(let name, let label?) = try statement(
        #"policy ExpenseTracker "A \"b\" \\" zh-Hans "记账" is "x""#
      ).kind
    else { return #expect(Bool(false)) }
    #expect(name.text == "ExpenseTracker")
    #expect(label.text.value == #"A "b" \"#)
    #expect(label.translations.map { $0.locale.text } == ["zh-Hans", "is"])
    #expect(label.translations.map { $0.text.value } == ["记账", "x"])
    guard case .trust(let age) = try statement("trust snapshots for 24h").kind,
      case .snooze(let time) = try statement("snooze prompts for 2 days").kind
    else { return #expect(Bool(false)) }
    #expect(words(age) == "24h" && words(time) == "2 days")
  }

  @Test func listsOfNames() throws {
    guard case .tiers(let tiers) = try statement("tiers a \"A\" < b <\u{20}c").kind,
      case .features(let features) = try statement("features a \"A\", b,\n# why\n\n  c, and d").kind,
      case .features(let one) = try statement("feature `price` \"P\"").kind
    else { return #expect(Bool(false)) }
    #expect(names(tiers) == ["a=A", "b", "c"])
    #expect(names(features) == ["a=A", "b", "c", "d"])
    #expect(names(one) == ["price=P"])
    #expect(one[0].name.isQuoted)
  }

  @Test func entitlementsAndMeters() throws {
    guard
      case .entitlements(let all) = try statement(
        "entitlement full \"E\" includes basic, advanced and expert"
      ).kind,
      case .meters(let meters) = try statement(
        "meters a in bytes, b \"B\" in seconds, c in count \"C\", d"
      ).kind
    else { return #expect(Bool(false)) }
    #expect(all.count == 1 && all[0].includes.map(\.text) == ["basic", "advanced", "expert"])
    #expect(names(meters.map(\.declaration)) == ["a", "b=B", "c=C", "d"])
    #expect(meters.map { $0.unit?.text } == ["bytes", "seconds", "count", nil])
  }

  @Test func seriesAndGroups() throws {
    guard case .series(let first, let last, let label) = try statement("series L1..L18 \"L\"").kind,
      case .group(let group, let items) = try statement(
        "group g \"G\" is a, L1..L3 and everything"
      ).kind
    else { return #expect(Bool(false)) }
    #expect(first.text == "L1" && last.text == "L18" && label?.text.value == "L")
    #expect(names([group]) == ["g=G"])
    #expect(words(items) == "a, L1..L3, everything")
  }

  @Test(arguments: [
    ("fact p is ios, android or web", "[ios android web]"),
    ("fact p \"P\" is ios or web or anything else, otherwise web", "[ios web *] web"),
    ("fact p is a, b, or c", "[a b c]"),
    ("fact p is a or b", "[a b]"),
    ("fact p is a date", "date"),
    ("fact p is a version, otherwise 1.0", "version 1.0"),
    ("fact p is a number otherwise 5", "number 5"),
    ("fact p is yes or no, otherwise no", "yes or no no"),
    ("fact p is anything", "[anything]"),
  ])
  func facts(_ text: String, _ expected: String) throws {
    guard case .fact(let fact) = try statement(text).kind else { return #expect(Bool(false)) }
    let type =
      switch fact.type {
      case .choice(let choices, let open):
        "[\((choices.map(\.text) + (open ? ["*"] : [])).joined(separator: " "))]"
      case .date: "date"
      case .yesOrNo: "yes or no"
      case .version: "version"
      case .number: "number"
      case .broken: "?"
      }
    #expect(type + (fact.otherwise.map { " " + words($0) } ?? "") == expected)
  }

  @Test func rolloutsAndGrants() throws {
    guard
      case .rollout(let rollout, let share) = try statement(
        "rollout r \"R\" is 12.5% of users"
      ).kind,
      case .grant(let grant) = try statement(
        "grant pro unless a or b until 2027-01-01 for 7 days after installed when c from 1h after d"
      ).kind
    else { return #expect(Bool(false)) }
    #expect(names([rollout]) == ["r=R"] && words(share) == "12.5%")
    #expect(grant.entitlement.text == "pro")
    #expect(words(grant.period) == "7 days after installed")
    #expect(words(grant.applies.from) == "1h after d")
    #expect(words(grant.applies.until) == "2027-01-01")
    #expect(grant.applies.when.map(words) == "c")
    #expect(grant.applies.unless.map(words) == "(a or b)")
  }

  @Test func products() throws {
    let product = try statement(
      """
      product annual "Annual"
        sold as "com.app" on app-store
        grants pro and team
        adds 10 GB to storage
        price 12 CNY per year
        price 12.5 CNY per 3 months
        price 38 CNY once
        trial 7 days
        shared with family
        recommended
        benefit "More" de "Mehr"
        grace 16d
        only with a or b
        not with c, d
        not for sale
      """
    )
    guard case .product(let declaration) = product.kind else { return #expect(Bool(false)) }
    #expect(names([declaration]) == ["annual=Annual"])
    #expect(product.clauses.count == 14)
    guard case .soldAs(let id, let store) = product.clauses[0].kind,
      case .grants(let grants) = product.clauses[1].kind,
      case .adds(let amount, let meter, nil) = product.clauses[2].kind,
      case .price(let price) = product.clauses[3].kind,
      case .per(let period) = price.period,
      case .price(let longer) = product.clauses[4].kind,
      case .perMany(let months) = longer.period,
      case .price(let lasting) = product.clauses[5].kind,
      case .once = lasting.period,
      case .onlyWith(let only) = product.clauses[11].kind,
      case .notWith(let not) = product.clauses[12].kind,
      case .notForSale = product.clauses[13].kind
    else { return #expect(Bool(false)) }
    #expect(id.value == "com.app" && store?.text == "app-store")
    #expect(grants.map(\.text) == ["pro", "team"])
    #expect(words(amount) == "10 GB" && meter.text == "storage")
    #expect(price.amounts.map(words) == ["12 CNY"])
    #expect(period.text == "year" && words(months) == "3 months")
    #expect(only.map(\.text) == ["a", "b"] && not.map(\.text) == ["c", "d"])
  }
}
