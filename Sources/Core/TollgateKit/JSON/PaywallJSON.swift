import TollgateRuntime
import TollgateSyntax

extension Paywall {
  /// The paywall in JSON, schema 1, on one line, or with each member on its own line.
  /// `tollgate schema paywall` prints its JSON Schema. Keys are always there.
  public func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", policy)
      writer.member("fingerprint", fingerprint)
      writer.member("title", title)
      writer.member("locale", locale)
      writer.member("at", instant)
      writer.member("tier", tier)
      writer.member("refresh", refresh)
      writer.member("target", target) { $0.write(to: &$1) }
      writer.array("products", products) { $0.write(to: &$1) }
    }
    return writer.text
  }
}

extension Paywall.Target {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("label", label)
      writer.member("outcome", outcome.rawValue)
      writer.member("reason", reason.rawValue)
      writer.member("message", message)
      writer.member("sets", sets)
      writer.member("more", areMore)
    }
  }
}

extension Paywall.Product {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      listing.writeMembers(to: &writer)
      writer.member("state", state.rawValue)
      writer.member("purchasable", isPurchasable)
      writer.array("opens", opens) { $0.write(to: &$1) }
      writer.array("raises", raises) { $0.write(to: &$1) }
      writer.array("improves", improves) { $0.write(to: &$1) }
      writer.member("replaces", replaces)
    }
  }
}

extension TargetRun {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("first", first)
      writer.member("last", last)
      writer.member("count", count)
      writer.member("label", label)
    }
  }
}

extension Paywall.Improvement {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("setting", setting)
      writer.member("label", label)
      writer.member("value", value) { $0.write(to: &$1, unit: unit) }
      writer.member("text", text)
    }
  }
}

extension Paywall.Raise {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("meter", meter)
      writer.member("label", label)
      writer.member("limit", number: limit)
      writer.member("text", text)
    }
  }
}
