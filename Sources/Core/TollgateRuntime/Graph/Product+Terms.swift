extension Product {
  /// Whether it is sold in a way that edition 1 of the language cannot say.
  var hasTerms: Bool {
    !packs.isEmpty || !otherPrices.isEmpty || price?.each != nil || isPriceOnRequest
      || trialMonths != 0 || mostSharing != 0 || sale != nil
  }

  /// Whether a purchase raises a limit: for as long as it is held, or until it is used up. Such a
  /// product may be bought again.
  package var raisesLimits: Bool { !adds.isEmpty || !packs.isEmpty || !settingAdds.isEmpty }
}
