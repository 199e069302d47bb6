import TollgateRuntime
import TollgateSyntax

extension ScenarioChecker {
  /// A counter with what is said about later: `40 then 12 at I then 0 at I`; nil if a part of it
  /// has a mistake.
  func counter(
    _ used: Int64?, _ literal: LiteralSyntax, _ fall: FallSyntax?, of meter: Int32
  ) -> Counter? {
    switch fall {
    case nil: return used.map { Counter($0) }
    case .resets(let instant):
      let end = draft.instant(instant)
      return used.map { Counter($0, resets: end) }
    case .steps(let written):
      var steps: [Counter.Step] = []
      for step in written {
        let used = draft.quantity(step.used, of: meter)
        guard let at = draft.instant(step.at), let used else { continue }
        steps.append(Counter.Step(at: at, used: used))
      }
      guard let used, steps.count == written.count else { return nil }
      return counter(used, then: steps, written, after: literal)
    }
  }

  private func counter(
    _ used: Int64, then steps: [Counter.Step],
    _ written: [(used: LiteralSyntax, at: LiteralSyntax)], after literal: LiteralSyntax
  ) -> Counter? {
    do throws(CounterError) {
      return try Counter(used, then: steps)
    } catch {
      let place: Span
      var before: Span?
      switch error {
      case .tooMany: place = FallSyntax.steps(written).span
      case .notLater(let index):
        place = written[index].at.span
        before = index > 0 ? written[index - 1].at.span : nil
      case .negative(let index), .rises(let index, _, _):
        place = written[index].used.span
        before = index > 0 ? written[index - 1].used.span : literal.span
      }
      draft.report(.counting(.steps(error, before: before)), at: place)
      return nil
    }
  }
}
