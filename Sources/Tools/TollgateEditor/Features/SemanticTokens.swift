import TollgateAnalysis
import TollgateCompiler
package import TollgateSyntax

/// A word of a file with what it is.
package struct SemanticToken: Sendable, Hashable {
  /// In the order of ``legend``.
  package enum Kind: Int, Sendable, Hashable, CaseIterable {
    case keyword, comment, text, number, sign
    case entitlement, product, meter, feature, group, fact, setting, rollout, choice

    /// The type of the protocol that colour themes know.
    package var standard: String {
      switch self {
      case .keyword: "keyword"
      case .comment: "comment"
      case .text: "string"
      case .number: "number"
      case .sign: "operator"
      case .entitlement: "class"
      case .product: "struct"
      case .meter: "variable"
      case .feature: "function"
      case .group: "namespace"
      case .fact: "property"
      case .setting: "parameter"
      case .rollout: "event"
      case .choice: "enumMember"
      }
    }

    init(_ kind: NameKind) {
      switch kind {
      case .entitlement: self = .entitlement
      case .meter: self = .meter
      case .feature: self = .feature
      case .group: self = .group
      case .fact: self = .fact
      case .rollout: self = .rollout
      case .product: self = .product
      case .setting: self = .setting
      }
    }
  }

  /// The offsets in the file.
  package var span: Span
  package var kind: Kind
  package var isDeclaration: Bool
}

extension Project {
  /// Every word, number, text and comment of a file, in order; none spans lines.
  package func semanticTokens(in path: FilePath) -> [SemanticToken] {
    var tokens: [SemanticToken] = []
    var next = 0
    for token in syntax.tokens where isIn(token.span, path) {
      while next < names.uses.count, names.uses[next].name.span.end <= token.span.start {
        next += 1
      }
      var use: NameUse?
      if next < names.uses.count, names.uses[next].name.span.start <= token.span.start {
        use = names.uses[next]
      }
      guard let kind = kind(of: token, use) else { continue }
      tokens.append(
        SemanticToken(
          span: place(of: token.span).span, kind: kind,
          isDeclaration: use?.isDeclaration ?? false))
    }
    return tokens
  }

  private func kind(of token: Token, _ use: NameUse?) -> SemanticToken.Kind? {
    switch token.kind {
    case .comment: return .comment
    case .text: return .text
    case .numeral: return .number
    case .less, .lessOrEqual, .more, .moreOrEqual, .range: return .sign
    case .name, .quotedName:
      guard let use else { return unnamed(token) }
      if case .choices = use.space { return .choice }
      return names.kind(of: use).map { SemanticToken.Kind($0) } ?? .feature
    case .whitespace, .newline, .comma, .openParenthesis, .closeParenthesis, .unknown: return nil
    }
  }

  /// A word that names nothing of the policy: one of the language, or a language, a currency, a unit,
  /// a store, the name of the policy.
  private func unnamed(_ token: Token) -> SemanticToken.Kind {
    token.kind == .name && Word(rawValue: source.text(token.span)) != nil ? .keyword : .choice
  }
}
