import TestSupport
import Testing

/// The four answers of the first policy that anybody writes.
@Suite struct BillsTests {
  @Test func the501stBillIsDenied() throws {
    let result = try Command.run(
      "check", "-", "bills", "--using", "bills=500", input: Sample.bills)
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("Locked: bills"))
    #expect(result.errors == "")
    let json = try Command.object(
      try Command.run(
        "check", "-", "bills", "--using", "bills=500", "--format", "json", input: Sample.bills
      ).output)
    #expect(json["outcome"] as? String == "denied")
    #expect(json["reason"] as? String == "limit-reached")
  }

  @Test func the500thBillIsAllowed() throws {
    let result = try Command.run(
      "check", "-", "bills", "--using", "bills=499", input: Sample.bills)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Open: bills"))
  }

  @Test func at449TheReminderIsDue() throws {
    let result = try Command.run(
      "check", "-", "bills", "--using", "bills=449", input: Sample.bills)
    #expect(result.status == 0)
    #expect(result.output.contains("bills@450"))
    let before = try Command.run(
      "check", "-", "bills", "--using", "bills=448", input: Sample.bills)
    #expect(before.status == 0)
    #expect(!before.output.contains("bills@450"))
  }

  @Test func proHasNoLimit() throws {
    let result = try Command.run(
      "check", "-", "bills", "--using", "bills=500", "--has", "pro", input: Sample.bills)
    #expect(result.status == 0)
    #expect(result.output.contains("unlimited"))
  }
}
