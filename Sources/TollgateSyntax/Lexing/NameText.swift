/// Names as they are written in a policy.
package enum NameText {
  /// A name, in backquotes where it is a word of the language.
  package static func written(_ name: String) -> String {
    Word(rawValue: name) == nil ? name : "`\(name)`"
  }

  /// A text between double quotes.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
