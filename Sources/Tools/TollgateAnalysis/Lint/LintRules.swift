package import TollgateCompiler

/// Every rule of the linter, sorted by code; each is one file in `Rules`.
package enum LintRules {
  package static let all: [LintRule] = [
    .unused,
    .neverApplies,
    .alwaysHolds,
    .implied,
    .sameRuleTwice,
    .closed,
    .idleAlternative,
    .constantPart,
    .gatedAnyway,
    .partOfSeries,
    .undecided,
    .unmentioned,
    .takesAway,
    .brokenLadder,
    .freeElsewhere,
    .leftOpen,
    .idleLimit,
    .idleReminder,
    .oneValueApart,
    .opensByUse,
    .mixedWindows,
    .gateAsLimit,
    .idleStep,
    .worseValue,
    .ladderBesideLimit,
    .unusableMeter,
    .idleInstead,
    .onePriceList,
    .unmet,
    .deadEnd,
    .idleProduct,
    .dominated,
    .dearBundle,
    .unsold,
    .idleTier,
    .unoffered,
    .over,
    .softOutside,
    .endlessGrant,
    .longGrace,
    .missingTranslation,
    .emptyPlaceholder,
    .uncovered,
    .brokenClaim,
    .unusedSuppression,
  ]

  /// The pages of every code there is, those of the parser and the checker among them, sorted.
  package static let pages: [DiagnosticPage] =
    (DiagnosticCodes.all + all.map { $0.page }).sorted { $0.code < $1.code }

  /// The page of a code.
  package static func page(_ code: String) -> DiagnosticPage? {
    pages.first { $0.code == code }
  }
}
