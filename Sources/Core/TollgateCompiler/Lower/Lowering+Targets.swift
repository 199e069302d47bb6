import TollgateRuntime

extension Lowering {
  /// Features and series members in order of declaration, then meters and settings; groups and series.
  mutating func lowerTargets() {
    for group in policy.groups {
      parts.groups.append(
        TargetGroup(
          name: group.name.text, label: label(group.label), members: group.members.members))
    }
    for feature in policy.features { lower(feature) }
    for (index, meter) in policy.meters.enumerated() {
      tables.add(
        TargetRecord(name: meter.name.text, label: label(meter.label), meter: Int32(index)))
    }
    for setting in policy.settings {
      tables.add(TargetRecord(name: setting.name.text, label: label(setting.label)))
    }
  }

  private mutating func lower(_ feature: CheckedFeature) {
    let label = label(feature.label)
    let benefits = labelList(feature.benefits)
    guard let series = feature.series else {
      tables.add(TargetRecord(name: feature.name.text, label: label, benefits: benefits))
      return
    }
    for number in series.first...series.last {
      tables.add(
        TargetRecord(name: "\(series.prefix)\(number)", label: label, benefits: benefits))
    }
    parts.groups.append(
      TargetGroup(name: feature.name.text, label: label, members: Array(feature.targets)))
  }
}
