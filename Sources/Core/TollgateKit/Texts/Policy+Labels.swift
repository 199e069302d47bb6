import TollgateCompiler
import TollgateRuntime

// A locale is a BCP 47 tag. A text serves a locale if it has its very tag, a shorter one, or one
// of the same language (in the same script for Chinese); the first text serves all others.
extension Policy {
  /// Whether a label or message of the policy is written in the language of a tag.
  package func hasLabels(in locale: String) -> Bool {
    let wanted = LanguageTag(locale)
    return graph.parts.labels.contains { label in
      label.texts.contains { text in
        let tag = LanguageTag(text.locale)
        return !text.locale.isEmpty && tag.parts.first == wanted.parts.first
          && tag.chineseScript == wanted.chineseScript
      }
    }
  }

  /// The policy's own label in a locale, or its name.
  public func label(in locale: String) -> String {
    Texts(graph: graph, locale: locale).label(graph.parts.label) ?? name
  }

  /// The label of a feature, a member of a series, a meter or a group; its name where it has none,
  /// or where the policy does not know it.
  public func label(ofTarget name: String, in locale: String) -> String {
    let texts = Texts(graph: graph, locale: locale)
    if let target = graph.names.targets[name] {
      return texts.label(graph.parts.targets[Int(target)].label) ?? name
    }
    guard let group = graph.names.groups[name] else { return name }
    return texts.label(graph.parts.groups[Int(group)].label) ?? name
  }

  /// The label of a product, by its name or an id it is sold as; its name where it has none, and
  /// what was asked for where the policy does not know it.
  public func label(ofProduct name: String, in locale: String) -> String {
    guard let index = graph.names.products[name] else { return name }
    let product = graph.parts.products[Int(index)]
    return Texts(graph: graph, locale: locale).label(product.label) ?? product.name
  }

  /// The label of a tier or another entitlement; its name where it has none, or where the policy
  /// does not know it.
  public func label(ofEntitlement name: String, in locale: String) -> String {
    guard let index = graph.names.entitlements[name] else { return name }
    let label = graph.parts.entitlements[Int(index)].label
    return Texts(graph: graph, locale: locale).label(label) ?? name
  }
}
