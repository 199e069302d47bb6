import ArgumentParser

/// Standard input can be read once.
enum StandardInput {
  /// Throws if more than one of these is `-`.
  static func checkUsedOnce(_ uses: KeyValuePairs<String, String?>) throws {
    let names = uses.compactMap { $0.value == "-" ? $0.key : nil }
    guard names.count > 1 else { return }
    throw ValidationError(
      "\(names.joined(separator: " and ")) cannot both be standard input: use a file for one of them."
    )
  }
}
