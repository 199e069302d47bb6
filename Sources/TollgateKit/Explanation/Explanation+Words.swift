import TollgateRuntime
import TollgateWords

extension Explanation {
  /// `25 CNY once`, `12 CNY per year`.
  func words(_ price: Price?) -> String {
    price?.words(language) ?? words("price in the store", "价格以商店为准")
  }

  /// A name with its label if that says more: `Advanced pack (advanced)`.
  func name(_ name: String, label: String?) -> String {
    guard let label, label != name else { return name }
    return labelled(label, name)
  }
}
