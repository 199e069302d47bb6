import TollgateSyntax

/// One cause, one finding.
extension LintPass {
  /// Leaves out the findings whose subject has a finding of a code that they yield to.
  mutating func settle() {
    leaveOut {
      $0.rule.yieldsTo
    } about: {
      $0.subjects
    }
  }

  /// Leaves out the findings that another one brings about, and makes one finding of those that
  /// have one cause, at the place of the first.
  mutating func join() {
    leaveOut {
      $0.rule.followsFrom
    } about: {
      $0.subjects + $0.causes
    }
    var places: [Joint: Int] = [:]
    var joined: [Finding] = []
    for finding in findings {
      guard let shared = finding.shared else {
        joined.append(finding)
        continue
      }
      let joint = Joint(code: finding.diagnostic.code, key: shared.key)
      guard let place = places[joint] else {
        places[joint] = joined.count
        joined.append(finding)
        continue
      }
      if joined[place].parts.isEmpty { joined[place].parts = [joined[place]] }
      joined[place].parts.append(finding)
    }
    for place in joined.indices where !joined[place].parts.isEmpty {
      joined[place] = whole(of: joined[place].parts)
    }
    findings = joined
  }

  /// One finding of several with one cause.
  func whole(of parts: [Finding]) -> Finding {
    var whole = parts[0]
    guard let shared = whole.shared, parts.count > 1 else { return whole }
    whole.parts = parts
    whole.subjects = parts.flatMap { $0.subjects }
    var pass = self
    pass.rule = whole.rule
    whole.diagnostic = shared.tell(pass, whole.subjects)
    whole.diagnostic.names = hiddenNames(of: whole.subjects.targets)
    return whole
  }

  private mutating func leaveOut(
    _ codes: (Finding) -> [String], about subjects: (Finding) -> [LintTopic]
  ) {
    var told: Set<Telling> = []
    for finding in findings where !finding.diagnostic.isUndecided {
      for subject in finding.subjects {
        told.insert(Telling(code: finding.diagnostic.code, subject: subject))
      }
    }
    findings.removeAll { finding in
      let stronger = codes(finding)
      return !stronger.isEmpty
        && subjects(finding).contains { subject in
          stronger.contains { told.contains(Telling(code: $0, subject: subject)) }
        }
    }
  }

  /// A code that has a finding about a subject.
  private struct Telling: Hashable {
    var code: String
    var subject: LintTopic
  }

  /// Findings of one code with one cause.
  private struct Joint: Hashable {
    var code: String
    var key: [LintTopic]
  }
}

extension [LintTopic] {
  /// The targets among them, ascending.
  var targets: [Int32] {
    var targets: Set<Int32> = []
    for case .target(let target) in self { targets.insert(target) }
    return targets.sorted()
  }
}
