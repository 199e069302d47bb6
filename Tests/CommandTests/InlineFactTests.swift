import TestSupport
import Testing

/// Facts on the command line: a typo must not silently deny.
@Suite struct InlineFactTests {
  private func check(_ words: [String]) throws -> Shell.Result {
    let folder = try Folder(["Shop.gate": Sample.shop])
    return try Shell.run(Shell.tollgate, ["check", folder["Shop.gate"]] + words)
  }

  @Test(arguments: [
    ["bills", "--using", "bills=5", "--using", "bills=600"],
    ["exports", "--using", "exports/day=2", "--using", "exports/day=2"],
    ["tablet", "--fact", "platform=ios", "--fact", "platform=web"],
  ]) func twoValuesOfOneThingAreWrongUsage(words: [String]) throws {
    let result = try check(words)
    #expect(result.status == 64)
    #expect(result.errors.contains("is given twice; give it once"))
  }

  @Test(arguments: [
    ["csv-export", "--has", "pro"],
    ["csv-export", "--has", "max"],
    ["csv-export", "--has=pro"],
    ["csv-export", "--has=pro=2099-01-01"],
    ["csv-export", "--bought", "annual"],
    ["csv-export", "--bought", "annual=2099-01-01"],
    ["csv-export", "--bought", "com.shop.annual"],
    ["L4", "--has", "pack", "--has", "pro"],
    ["exports", "--using", "exports/day=2"],
    ["exports", "--using", "exports/day=3", "--using", "exports=9", "--has", "pro"],
    ["storage", "--using", "storage=4.9GB"],
    ["storage", "--using", "storage=4 GiB"],
    ["beta", "--fact", "tester=yes"],
    ["beta", "--fact", "tester=true"],
    ["tablet", "--fact", "platform=ios"],
  ]) func allowed(words: [String]) throws {
    let result = try check(words)
    #expect(result.status == 0, "\(words) \(result.errors)")
    #expect(result.errors == "")
  }

  @Test(arguments: [
    ["csv-export", "--has", "pro=2020-01-01"],
    ["csv-export", "--has", "free"],
    ["csv-export", "--bought", "courses"],
    ["csv-export", "--bought", "annual=2020-01-01"],
    ["exports", "--using", "exports/day=3"],
    ["exports", "--using", "exports/week=3"],
    ["beta", "--fact", "tester=no"],
    ["tablet", "--fact", "platform=web"],
    ["tablet"],
  ]) func denied(words: [String]) throws {
    #expect(try check(words).status == 1, "\(words)")
  }

  @Test(arguments: [
    (["--has", "por"], "the policy has no entitlement called `por`; did you mean `pro`?"),
    (["--has", "annual"], "it is a product: write `--bought annual`"),
    (["--bought", "pro"], "it is an entitlement: write `--has pro`"),
    (["--bought", "anual"], "did you mean `annual`?"),
    (["--using", "bill=5"], "did you mean `bills`?"),
    (["--using", "csv-export=5"], "has no meter called `csv-export`; choose from bills, storage"),
    (["--using", "bills"], "write `--using bills=500`"),
    (["--using", "bills=-1"], "negative"),
    (["--using", "bills=1.5"], "not `1.5`"),
    (["--using", "bills=5GB"], "`bills` counts things, and `5GB` is a size"),
    (["--using", "bills=5#"], "not `5#`"),
    (["--using", "bills=5 per day"], "not `5 per day`"),
    (["--using", "bills=undecided"], "not `undecided`"),
    (["--using", "bills="], "takes a whole number such as 500, and there is none"),
    (["--using", "storage=5furlongs"], "not `5furlongs`: there is no unit"),
    (["--using", "bills/30 seconds=5"], "a window is a unit such as day"),
    (["--fact", "platfrom=ios"], "did you mean `platform`?"),
    (["--fact", "platform=iso"], "did you mean `ios`?"),
    (["--fact", "platform=windows"], "choose from ios, android, web"),
    (["--fact", "platform"], "write `--fact platform=ios`"),
    (["--fact", "tester=maybe"], "takes yes or no"),
    (["--fact", "installed=today"], "takes a date or time"),
    (["--fact", "build=1.5"], "a whole number"),
    (["--fact", "version=one"], "takes a version"),
    (["--has", "pro=soon"], "takes a date or time"),
    (["--has", "pro="], "takes a date or time"),
    (["--has", ""], "no entitlement called ``"),
  ]) func wrong(words: [String], message: String) throws {
    let result = try check(["bills"] + words)
    #expect(result.status == 64, "\(words)")
    #expect(result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("See 'tollgate check --help'"))
  }

  @Test func datesNumbersAndVersionsAreReadByTheFact() throws {
    let policy = """
      fact installed is a date
      fact build is a number
      fact version is a version
      a requires nothing
      a is off unless installed before 2026-03-01
      b is off unless build <= 2016
      c is off unless version since 1.4
      """
    for (target, fact, status) in [
      ("a", "installed=2026-02-28", 0), ("a", "installed=2026-03-01", 1),
      ("a", "installed=2026-02-28T23:59:59.999Z", 0),
      ("b", "build=2016", 0), ("b", "build=2_017", 1),
      ("c", "version=1.4", 0), ("c", "version=1.3.9", 1), ("c", "version=1.10", 0),
    ] {
      let result = try Command.run("check", "-", target, "--fact", fact, input: policy)
      #expect(result.status == Int32(status), "\(fact) \(result.errors)")
    }
  }

  @Test func theSubjectPlacesAUserInARollout() throws {
    let policy = "rollout new is 50% of users\na is off unless in new\n"
    var allowed = 0
    for user in 0..<20 {
      let result = try Command.run(
        "check", "-", "a", "--subject", "user-\(user)", input: policy)
      if result.status == 0 { allowed += 1 }
    }
    #expect(allowed > 0 && allowed < 20)
    #expect(try Command.run("check", "-", "a", input: policy).status == 1)
  }
}
