import ArgumentParser
import TollgateSyntax

/// The currency of the prices.
struct CurrencyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The currency of the prices, such as USD; a product with no price in this currency shows its first price.",
      valueName: "code"))
  var currency: String?

  func validate() throws {
    guard let currency, !Currencies.contains(currency) else { return }
    let hint =
      Currencies.contains(currency.uppercased())
      ? "write \(currency.uppercased())" : "write a code of ISO 4217, such as CNY or USD"
    throw ValidationError("--currency: there is no currency called '\(currency)'; \(hint).")
  }
}
