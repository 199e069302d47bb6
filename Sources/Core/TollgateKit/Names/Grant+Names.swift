public import TollgateRuntime

extension Grant {
  /// A grant of a product by its typed name: `Grant(product: .annual)`.
  ///
  /// Where two policies of an app have a product of this name, say which:
  /// `Grant(product: Shop.Product.annual)`. The other parameters are those of a grant by its name.
  public init<Names: PolicyNames>(
    product: ProductName<Names>, state: State = .active, start: Instant? = nil,
    until: Instant? = nil, isTrial: Bool? = nil, renews: Bool? = nil,
    ownership: Ownership = .purchased, quantity: Int64 = 1, id: String? = nil,
    isOfferUsed: Bool = false
  ) {
    self.init(
      product: product.name, state: state, start: start, until: until, isTrial: isTrial,
      renews: renews, ownership: ownership, quantity: quantity, id: id, isOfferUsed: isOfferUsed)
  }

  /// A grant of a tier or another entitlement by its typed name: `Grant(entitlement: .pro)`.
  public init<Names: PolicyNames>(
    entitlement: EntitlementName<Names>, state: State = .active, start: Instant? = nil,
    until: Instant? = nil
  ) {
    self.init(entitlement: entitlement.name, state: state, start: start, until: until)
  }
}
