import ArgumentParser
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateUsage
import TollgateWords

/// `tollgate charges BOOK`
struct ShowCharges: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "charges",
    abstract: "Lists what the uses of one person cost beyond their limits.",
    discussion: """
      A book is what `UsageBook.json()` of TollgateUsage writes; several books of one person are \
      merged. Each use that went beyond a limit for money is one charge, and the sums of each \
      currency and period are below. A use that was refunded is not among them.
      """
  )

  @Argument(help: "The books, such as phone.json and tablet.json; `-` for standard input.")
  var books: [String]

  @Option(help: ArgumentHelp("The first instant (default: the beginning).", valueName: "instant"))
  var from: String?

  @Option(help: ArgumentHelp("The first instant after the end.", valueName: "instant"))
  var until: String?

  @Option(help: "The format of the list.")
  var format: ChargesFormat = .text

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let start = try QuantityArgument.instant(given: from, behind: "--from")
    let end = try QuantityArgument.instant(given: until, behind: "--until")
    var book = UsageBook()
    for path in books { book = book.merged(with: try ShowCharges.book(at: path)) }
    let list = ChargeList(book.charges(from: start, until: end))
    switch format {
    case .text: try output.show(list.text)
    case .csv: try output.write(list.csv)
    case .json: try output.line(list.json)
    }
    return .success
  }

  private static func book(at path: String) throws(Failure) -> UsageBook {
    let bytes = try InputFile.contents(of: path, limit: 64 << 20)
    do throws(SnapshotError) {
      return try UsageBook(json: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .unreadable("\(InputFile.name(of: path)) is no book: \(error.description)")
    }
  }
}

/// How a list of charges is written.
enum ChargesFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// Comma-separated values, RFC 4180.
  case csv
  /// For programs.
  case json
}

/// The charges, and their sums.
struct ChargeList {
  private let charges: [UsageCharge]

  init(_ charges: [UsageCharge]) { self.charges = charges }

  /// The sum of a currency and a period.
  private struct Total: Hashable {
    var currency: String
    var period: Price.Period?
  }

  private var totals: [(total: Total, amount: String)] {
    var sums: [Total: MoneyAmount] = [:]
    for charge in charges {
      let total = Total(currency: charge.currency, period: charge.period)
      let amount = MoneyAmount(charge.amount)
      sums[total] = sums[total].map { $0.plus(amount) } ?? amount
    }
    let order = sums.keys.sorted {
      ($0.currency, $0.period?.duration ?? "") < ($1.currency, $1.period?.duration ?? "")
    }
    return order.map { total in
      let decimals = Currencies.decimals(of: total.currency)
      return (total, sums[total]?.text(decimals: decimals) ?? "0")
    }
  }

  var text: String {
    guard !charges.isEmpty else { return "nothing was charged\n" }
    var lines = charges.map { charge in
      let owner = charge.thing.map { " (\($0))" } ?? ""
      return "\(charge)\(owner)" + (charge.id.map { ", \($0)" } ?? "")
    }
    lines.append("")
    lines += totals.map { total, amount in
      "\(amount) \(total.currency)" + (total.period.map { " \($0)" } ?? "")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var csv: String {
    var rows = [["at", "meter", "thing", "id", "units", "of", "amount", "currency", "period"]]
    for charge in charges {
      var row = ["\(charge.at)", charge.meter, charge.thing ?? "", charge.id ?? ""]
      row += ["\(charge.units)", "\(charge.of)", charge.amount, charge.currency]
      row.append(charge.period?.duration ?? "")
      rows.append(row)
    }
    var text = ""
    for row in rows { text += row.map(Escape.csv).joined(separator: ",") + "\r\n" }
    return text
  }

  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", number: 1)
      writer.array("charges", charges) { charge, writer in
        writer.object { writer in
          writer.member("at", "\(charge.at)")
          writer.member("meter", charge.meter)
          writer.member("thing", charge.thing)
          writer.member("id", charge.id)
          writer.member("units", number: charge.units)
          writer.member("of", number: charge.of)
          writer.member("amount", charge.amount)
          writer.member("currency", charge.currency)
          writer.member("period", charge.period?.duration)
        }
      }
      writer.array("totals", totals) { sum, writer in
        writer.object { writer in
          writer.member("amount", sum.amount)
          writer.member("currency", sum.total.currency)
          writer.member("period", sum.total.period?.duration)
        }
      }
    }
    return writer.text
  }
}
