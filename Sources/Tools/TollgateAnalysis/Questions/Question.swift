/// Something that is to be known about a policy, exactly. It is written once, for both engines.
package protocol Question {
  associatedtype Answer
  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Answer
}

/// The result of asking. A question that the budget could not decide is never taken for fine.
package enum Asked<Answer> {
  case answered(Answer)
  case undecided(Exhausted)

  package var answer: Answer? {
    if case .answered(let answer) = self { return answer }
    return nil
  }
}

/// Answers questions about one policy in one scope: by diagrams, and by search where those grow
/// too large. Questions about the same rules share what was worked out for one of them.
package final class Asker {
  private let vocabulary: Vocabulary
  private let terms: Terms
  private let scope: Scope
  private let budget: Budget
  private var diagrams: PolicyModel<Diagrams>?
  private var search: PolicyModel<Search>?
  /// Whether the diagrams are too large; then there is no use in asking them again.
  private var isTooLarge = false

  package init(_ vocabulary: Vocabulary, terms: Terms, scope: Scope, budget: Budget) {
    self.vocabulary = vocabulary
    self.terms = terms
    self.scope = scope
    self.budget = budget
  }

  package func ask<Q: Question>(_ question: Q) -> Asked<Q.Answer> {
    if let end = budget.run.end { return .undecided(end) }
    if !isTooLarge {
      let model =
        diagrams ?? PolicyModel(vocabulary, in: Universe(scope, terms: terms, budget: budget))
      diagrams = model
      do throws(Exhausted) {
        return .answered(try question.answer(in: model))
      } catch {
        isTooLarge = true
      }
    }
    let model =
      search ?? PolicyModel(vocabulary, in: Universe(scope, terms: terms, budget: budget))
    search = model
    do throws(Exhausted) {
      return .answered(try question.answer(in: model))
    } catch {
      return .undecided(error)
    }
  }
}
