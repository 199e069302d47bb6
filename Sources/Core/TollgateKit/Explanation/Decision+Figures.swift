extension Decision {
  /// The amounts used and left, or the value of a setting, for a row of a list; empty for a feature.
  package func figures(in locale: String) -> String {
    let explanation = Explanation(of: self, in: locale)
    if let quota = explanation.details.quota, let meter = inquiry?.subject.meter {
      return explanation.texts.words(quota, ofMeter: meter, in: inquiry)
    }
    return explanation.settingValue ?? ""
  }
}
