import TollgateRuntime

extension Lowering {
  /// `grant` statements, and which of them give which entitlement.
  mutating func lowerGrants() {
    for (index, grant) in policy.grants.enumerated() {
      var conditions = [inForce(grant.applies), condition(grant.applies)]
      if let period = grant.period {
        conditions.append(reached(period.begin))
        let end = reached(period.end)
        conditions.append(builder.not(end))
      }
      let condition = builder.all(conditions)
      let node = builder.leaf(.statement(Int32(index), condition))
      parts.statementGrants.append(
        StatementGrant(
          entitlement: grant.entitlement.index, node: node, row: PolicyRow(grant.row)))
      for given in policy.entitlements[Int(grant.entitlement.index)].gives {
        givers[given, default: []].append(node)
      }
    }
  }
}
