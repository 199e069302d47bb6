import Figures

/// What the program is told: `benchmarks FOLDER [--filter TEXT] [--seconds S] [--quick]`.
struct Arguments {
  /// Where the generated policies are.
  var folder = ""
  /// A part of the names of what is measured.
  var filter: String?
  /// For how long each thing is repeated, in seconds.
  var seconds = 0.2
  /// Leaves the policies of a million features out.
  var isQuick = false

  /// Nothing where the arguments are wrong.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--filter":
        guard let text = rest.popFirst() else { return nil }
        filter = text
      case "--seconds":
        guard let number = rest.popFirst().flatMap(Double.init), number > 0 else { return nil }
        seconds = number
      default:
        guard folder.isEmpty, !argument.hasPrefix("-") else { return nil }
        folder = argument
      }
    }
    if folder.isEmpty { return nil }
  }

  /// Whether one of these is to be measured; what is not needs no policies.
  func wants(_ figures: [Figure]) -> Bool {
    guard let filter else { return true }
    return figures.contains { $0.name.contains(filter) }
  }
}
