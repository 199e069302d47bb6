/// Labels where nothing stands before them: in a heading, or at the head of a row or a column.
package enum Heading {
  /// A label as a heading, which begins with a capital; the words of a name that has no label
  /// (`Csv export`). A spelling of its own, such as `iPad`, stays.
  package static func title(_ label: String, name: String) -> String {
    let words =
      label == name ? name.split { $0 == "-" || $0 == "_" }.joined(separator: " ") : label
    let rest = words.dropFirst()
    let isSpelled = rest.first.map { "\($0)" != "\($0)".lowercased() } ?? false
    return isSpelled ? words : words.prefix(1).uppercased() + rest
  }
}
