import TollgateRuntime
import TollgateSyntax

extension PlanTable {
  /// The comparison in JSON, schema 1, on one line, or with each member on its own line.
  /// `tollgate schema table` prints its JSON Schema. Keys are always there.
  public func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", policy)
      writer.member("fingerprint", fingerprint)
      writer.member("title", title)
      writer.member("locale", locale)
      writer.member("at", instant)
      writer.array("columns", columns) { $0.write(to: &$1) }
      writer.array("rows", rows) { $0.write(to: &$1) }
      writer.array("addOns", addOns) { addOn, writer in
        writer.object { writer in
          writer.object("product") { addOn.listing.writeMembers(to: &$0) }
          writer.member("adds", addOn.adds)
        }
      }
    }
    return writer.text
  }
}

extension PlanTable.Column {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", kind.rawValue)
      writer.member("name", name)
      writer.member("label", label)
      writer.member("title", title)
      writer.member("bringsMore", bringsMore)
      writer.member("free", isFree)
      writer.member("recommended", isRecommended)
      writer.member("benefits", benefits)
      writer.array("products", products) { product, writer in
        writer.object { product.writeMembers(to: &$0) }
      }
    }
  }
}

extension PlanTable.Row {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", kind.rawValue)
      writer.member("name", name)
      writer.member("first", first)
      writer.member("last", last)
      writer.member("count", count)
      writer.member("label", label)
      writer.member("title", title)
      writer.member("section", section)
      writer.member("benefits", benefits)
      writer.member("begins", begins)
      writer.member("differs", differs)
      writer.array("cells", cells) { $0.write(to: &$1) }
    }
  }
}

extension PlanTable.Cell {
  fileprivate func write(to writer: inout JSONWriter) {
    var condition: String?
    var limits: [PlanTable.Limit] = []
    switch answer {
    case .depends(let words): condition = words
    case .limited(let list): limits = list
    case .included, .warned, .excluded, .unlimited, .value: break
    }
    writer.object { writer in
      writer.member("answer", answer.word)
      writer.member("when", condition)
      writer.array("limits", limits) { $0.write(to: &$1) }
      writer.member("value", value) { $0.write(to: &$1, unit: unit) }
      writer.array("perhaps", perhaps) { $0.write(to: &$1) }
      writer.array("uses", uses) { $0.write(to: &$1) }
      writer.member("until", until)
      writer.member("then", then)
      writer.member("text", text)
    }
  }
}

extension PlanTable.Limit {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("limit", number: amount)
      writer.member("undecided", isUndecided)
      writer.member("window", window.name)
      writer.member("when", condition)
      writer.member("soft", isSoft)
      writer.array("perhaps", perhaps) { $0.write(to: &$1) }
      if let beyond {
        writer.key("beyond")
        beyond.write(to: &writer)
      }
      if let rollover {
        writer.key("rollover")
        rollover.write(to: &writer)
      }
      writer.member("text", text)
    }
  }
}

extension PlanTable.Beyond {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.array("prices", prices) { $0.write(to: &$1) }
      writer.member("most", number: most)
      writer.member("when", condition)
      writer.member("text", text)
    }
  }
}

extension PlanTable.Rollover {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("most", number: most)
      writer.member("when", condition)
      writer.member("text", text)
    }
  }
}

extension PlanTable.Perhaps {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      if let choice {
        writer.member("value", choice)
      } else {
        writer.member("value", number: amount)
      }
      writer.member("unlimited", isUnlimited)
      writer.member("when", condition)
      writer.member("text", text)
    }
  }
}

extension IntroductoryPrice {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      price.writeMembers(to: &writer)
      writer.member("seconds", number: seconds)
      writer.member("months", number: months)
      writer.member("text", text)
    }
  }
}

extension ProductListing {
  /// Writes the members of an object.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("label", label)
    writer.member("title", title)
    writer.member("price", price) { $0.write(to: &$1) }
    writer.array("prices", prices) { $0.write(to: &$1) }
    writer.member("priceOnRequest", isPriceOnRequest)
    writer.member("priceText", priceText.text)
    writer.array("soldAs", soldAs) { storeID, writer in
      writer.object { writer in
        writer.member("id", storeID.id)
        writer.member("store", storeID.store.isEmpty ? nil : storeID.store)
      }
    }
    writer.member("benefits", benefits)
    writer.member("adds", adds)
    writer.member("trialSeconds", number: trial)
    writer.member("trialMonths", number: trialMonths)
    writer.member("introductory", introductory) { $0.write(to: &$1) }
    writer.member("recommended", isRecommended)
    writer.member("forSale", isForSale)
    writer.member("familyShared", isSharedWithFamily)
    writer.member("sharedWith", number: mostSharing)
    writer.member("onlyWith", onlyWith)
    writer.member("notWith", notWith)
    writer.member("terms", terms)
  }
}

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
      writer.array("uses", uses) { $0.write(to: &$1) }
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
      writer.array("opensAfterTrial", opensAfterTrial) { $0.write(to: &$1) }
      writer.array("raises", raises) { $0.write(to: &$1) }
      writer.array("improves", improves) { $0.write(to: &$1) }
      writer.array("takes", takes) { $0.write(to: &$1) }
      writer.member("replaces", replaces)
    }
  }
}

extension TargetRun {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writeMembers(to: &$0) }
  }

  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("first", first)
    writer.member("last", last)
    writer.member("count", count)
    writer.member("label", label)
  }
}

extension Paywall.Taking {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      targets.writeMembers(to: &writer)
      writer.array("uses", uses) { $0.write(to: &$1) }
      writer.member("text", text)
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
