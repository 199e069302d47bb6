import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// A graph that says something impossible is refused before it is used.
@Suite struct VerifyTests {
  private func parts() throws -> RuleGraph.Parts {
    let source = Source(name: "a.gate", text: AllocationTests.source)
    return try #require(Compiler.compile(source).graph).parts
  }

  private func expectRefused(_ change: (inout RuleGraph.Parts) -> Void) throws {
    var parts = try parts()
    change(&parts)
    #expect(throws: GraphError.self) { try RuleGraph(verifying: parts) }
  }

  @Test func indicesOutOfRangeAreRefused() throws {
    _ = try RuleGraph(verifying: try parts())
    try expectRefused { parts in
      let node = Int32(parts.nodes.count)
      parts.change { rules, _ in rules[0].requirement = node }
    }
    try expectRefused { $0.change { rules, _ in rules[0].message = 99 } }
    try expectRefused { $0.change { _, targets in targets[0].rules = [-1] } }
    try expectRefused { $0.products[0].grants = [7] }
    try expectRefused { $0.products[1].adds[0].amount = -1 }
    try expectRefused { $0.entitlements[0].gives = [3] }
    try expectRefused { $0.tierCount = 4 }
    try expectRefused { $0.rollouts[0].share = 10_001 }
    try expectRefused { $0.groups.append(TargetGroup(name: "g", members: [99])) }
  }

  @Test func aNodeThatComesBeforeItsChildIsRefused() throws {
    try expectRefused { $0.nodes.append(Node(.not, a: Int32($0.nodes.count))) }
    try expectRefused { $0.nodes.append(Node(.entitlement, a: 0, b: Int32($0.nodes.count))) }
    try expectRefused { $0.nodes.append(.paid(99)) }
    try expectRefused { $0.nodes.append(.paid(-1)) }
    try expectRefused {
      $0.edges.append(Int32($0.nodes.count))
      $0.nodes.append(Node(.all, a: Int32($0.edges.count - 1), b: 1))
    }
  }

  /// Each node twice the one before it: 2^64 when unfolded. It must not be evaluated.
  @Test func aGraphThatWouldTakeForEverIsRefused() throws {
    try expectRefused { parts in
      var last = Int32(0)
      for _ in 0..<64 {
        let start = Int32(parts.edges.count)
        parts.edges += [last, last]
        parts.nodes.append(Node(.all, a: start, b: 2))
        last = Int32(parts.nodes.count - 1)
      }
    }
    try expectRefused { parts in
      for _ in 0...RuleGraph.mostDepth {
        parts.nodes.append(Node(.not, a: Int32(parts.nodes.count - 1)))
      }
    }
  }

  @Test func aLadderOrSettingOutOfRangeIsRefused() throws {
    let node = Int32(try parts().nodes.count)
    try expectRefused { $0.ladders[0].steps[0].requirement = node }
    try expectRefused { $0.ladders[0].steps[0].inForce = -1 }
    try expectRefused { $0.ladders[0].steps[0].condition = node }
    try expectRefused { $0.ladders[0].steps[0].value = .quantity(-1) }
    try expectRefused { $0.ladders[0].steps[0].needs = [[.entitlement(99)]] }
    try expectRefused { $0.ladders[0].base = .quantity(-1) }
    try expectRefused { $0.ladders[0].base = .allowance(otherwise: -2) }
    try expectRefused { $0.settings[0].ladder = 99 }
    try expectRefused { $0.settings[0].ladder = $0.settings[1].ladder }
    // The rule of another setting, and one that is about no setting.
    try expectRefused { $0.settings[0].rule = $0.settings[1].rule }
    let plain = try #require(try parts().rules.firstIndex { $0.limit == nil })
    try expectRefused { $0.settings[0].rule = Int32(plain) }
    let limited = try #require(try parts().rules.firstIndex { $0.limit?.meter != nil })
    try expectRefused { $0.settings[0].rule = Int32(limited) }
    try expectRefused { parts in
      parts.change { rules, _ in rules[limited].limit?.kind = .allowance(otherwise: -2) }
    }
    try expectRefused { $0.settings[0].rule = -1 }
    try expectRefused { $0.settings[0].rule = 99 }
    try expectRefused { $0.settings[1].choices.removeLast() }
    try expectRefused { $0.settings.append($0.settings[0]) }
    try expectRefused { $0.products[1].settingAdds[0].amount = -1 }
    try expectRefused { $0.products[1].settingAdds[0].setting = 2 }
    // Nothing adds to a choice.
    try expectRefused { $0.products[1].settingAdds[0].setting = 1 }
  }

  @Test func theRuleOfASettingIsAboutNoTarget() throws {
    try expectRefused { parts in
      let rule = parts.settings[0].rule
      parts.change { _, targets in targets[0].rules.append(rule) }
    }
  }

  @Test func aLimitOfAnotherMeterIsRefused() throws {
    try expectRefused { parts in
      let limited = parts.rules.indices.first { parts.rules[$0].limit != nil } ?? 0
      parts.change { _, targets in targets[0].rules.append(Int32(limited)) }
    }
  }
}

extension RuleGraph.Parts {
  fileprivate mutating func change(_ change: (inout [Rule], inout [TargetRecord]) -> Void) {
    var (rules, targets) = (Array(rules), Array(targets))
    change(&rules, &targets)
    replace(rules: rules, targets: targets)
  }
}
