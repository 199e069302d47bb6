/// Names and texts as a policy writes them.
package enum Spelled {
  /// A name; one that is a word of the language, or begins with a digit, is written in backquotes.
  package static func name(_ name: String) -> String {
    let letters = Array(name.utf8)
    if letters.first?.isASCIIDigit == true { return "`\(name)`" }
    let word = WordTable.shared.word(letters, 0, letters.count)
    return word?.isPlainName == false ? "`\(name)`" : name
  }

  /// A text in quotes. Control characters, which none may hold, become spaces.
  package static func text(_ text: String) -> String {
    var spelled = "\""
    for scalar in text.unicodeScalars {
      if scalar.isControl || scalar == "\n" || scalar == "\r" || scalar.isHiddenInText {
        spelled += " "
      } else {
        if scalar == "\"" || scalar == "\\" { spelled += "\\" }
        spelled.unicodeScalars.append(scalar)
      }
    }
    return spelled + "\""
  }
}
