/// Every code that the parser and the checker report, in order, each with its page. Codes are
/// written by hand and never reused.
package enum DiagnosticCodes {
  /// The pages, sorted by code.
  package static let all: [DiagnosticPage] =
    text + values + ceilings + kinds + clauses + ladders + counting + sales + files + names
    + additions + meanings
}
