import TollgateKit
import TollgateRuntime

extension KnownName {
  /// The option that takes names of this kind.
  var option: String {
    switch self {
    case .entitlement: "--has"
    case .product: "--bought"
    case .meter: "--using"
    case .fact: "--fact"
    }
  }

  /// Complains about an option's name that the policy does not know, with a suggestion.
  func check(_ name: String, in graph: RuleGraph) throws(Failure) {
    guard let problem = problem(with: name, in: graph) else { return }
    let other = KnownName.kind(of: name, in: graph)
    let fix = other.map { ": write `\($0.option) \(name)\($0.ending)`" }
    throw .usage(problem + (fix ?? ""))
  }

  private var ending: String {
    switch self {
    case .entitlement, .product: ""
    case .meter, .fact: "=…"
    }
  }
}
