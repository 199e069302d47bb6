import TollgateSyntax

/// The look of a name: letters of other scripts replaced by the Latin letters that look the
/// same. Two names with one skeleton cannot be told apart by eye.
///
/// Letters of one script never count as look-alikes (`I` and `l`, `O` and `0`): people know
/// those, and `pro1` next to `prol` is nobody's trick.
enum Skeleton {
  /// The skeleton of a name; of most names, the name itself.
  static func of(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
    var skeleton = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if let letters = ligatures[scalar] {
        skeleton.append(contentsOf: letters.unicodeScalars)
      } else {
        skeleton.append(Skeleton.of(scalar))
      }
    }
    return String(skeleton)
  }

  private static func of(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
      // Full-width forms lie in the order of ASCII.
      Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0xFF3F: "_"
    case 0xFF0D, 0x2010, 0x2011: "-"
    case 0x1D400...0x1D6A3:
      // Thirteen mathematical alphabets of 26 capitals and 26 small letters.
      mathematical((scalar.value - 0x1D400) % 52)
    case 0x1D7CE...0x1D7FF:
      Unicode.Scalar(0x30 + (scalar.value - 0x1D7CE) % 10) ?? scalar
    default:
      lookalikes[scalar] ?? scalar
    }
  }

  /// Single characters that look like several letters.
  private static let ligatures: [Unicode.Scalar: String] = [
    "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl",
    "\u{FB05}": "st", "\u{FB06}": "st", "\u{132}": "IJ", "\u{133}": "ij", "\u{1C7}": "LJ",
    "\u{1C8}": "Lj", "\u{1C9}": "lj", "\u{1CA}": "NJ", "\u{1CB}": "Nj", "\u{1CC}": "nj",
    "\u{1F1}": "DZ", "\u{1F2}": "Dz", "\u{1F3}": "dz",
  ]

  private static func mathematical(_ index: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(index < 26 ? 0x41 + index : 0x61 + index - 26) ?? "?"
  }

  /// A Latin letter, then the letters that look like it: Cyrillic, Greek, Armenian, Cherokee, Coptic,
  /// Lisu, and the forms that mathematics uses.
  private static let table: [(latin: Unicode.Scalar, others: String)] = [
    ("A", "АΑᎪꓮⲀ"), ("B", "ВΒᏴꓐⲂℬ"), ("C", "СϹᏟꓚⲤℂℭ"), ("D", "Ꭰꓓⅅ"), ("E", "ЕΕᎬꓰℰ"), ("F", "Ϝꓝℱ"),
    ("G", "ԌᏀꓖ"), ("H", "НΗᎻꓧⲎℋℌℍ"), ("I", "ІΙӀꓲⲒℐℑ"), ("J", "ЈͿᎫꓙ"), ("K", "КΚᏦꓗⲔ\u{212A}"),
    ("L", "Ꮮꓡℒ"), ("M", "МΜᎷꓟⲘℳ"), ("N", "ΝꓠⲚℕ"), ("O", "ОΟՕꓳⲞ"), ("P", "РΡᏢꓑⲢℙ"), ("Q", "Ԛℚ"),
    ("R", "Ꭱꓣℛℜℝ"), ("S", "ЅՏᏚꓢ"), ("T", "ТΤᎢꓔⲦ"), ("U", "Սꓴ"), ("V", "ѴᏙꓦ"), ("W", "ԜᎳꓪ"),
    ("X", "ХΧꓫⲬ"), ("Y", "ΥҮꓬⲨ"), ("Z", "ΖᏃꓜⲌℤℨ"), ("a", "аαⲁ"), ("b", "Ь"), ("c", "сϲⲥ"),
    ("d", "ԁⅆ"), ("e", "еҽⲉℯⅇ"), ("f", "ք"), ("g", "ցℊ"), ("h", "һհℎ"), ("i", "іιɩⲓℹⅈ"),
    ("j", "јϳⅉ"), ("k", "κⲕ"), ("l", "ӏℓ"), ("n", "ո"), ("o", "оοօⲟℴ"), ("p", "рρⲣ"),
    ("q", "ԛզϥ"), ("s", "ѕſ"), ("u", "υս"), ("v", "νѵ"), ("w", "ԝաⲱ"), ("x", "хχⲭ"),
    ("y", "уγүⲩ"), ("ç", "ҫ"), ("ë", "ё"), ("ï", "ї"), ("è", "ѐ"), ("t", "ⲧ"),
  ]

  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
    var lookalikes: [Unicode.Scalar: Unicode.Scalar] = [:]
    for row in table {
      for other in row.others.unicodeScalars { lookalikes[other] = row.latin }
    }
    return lookalikes
  }()
}

/// The scripts whose letters look alike. Han, kana, Hangul and the others
/// look like nothing else, so `K球` is a name.
enum Script: String, Sendable, CaseIterable {
  case latin = "Latin"
  case greek = "Greek"
  case cyrillic = "Cyrillic"
  case armenian = "Armenian"
  case cherokee = "Cherokee"
  case coptic = "Coptic"
  case lisu = "Lisu"

  /// The script of a letter, if it is one of these.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2AF,
      0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB64, 0xFF21...0xFF3A,
      0xFF41...0xFF5A, 0x1D400...0x1D6A5, 0xFB00...0xFB06, 0x2102, 0x210A...0x2115,
      0x2119...0x211D, 0x2124, 0x2128, 0x212A, 0x212C...0x2134, 0x2139, 0x2145...0x2149:
      self = .latin
    case 0x370...0x3E1, 0x3F0...0x3FF, 0x1F00...0x1FFF, 0x1D6A8...0x1D7CB:
      self = .greek
    case 0x3E2...0x3EF, 0x2C80...0x2CFF:
      self = .coptic
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F:
      self = .cyrillic
    case 0x530...0x58F:
      self = .armenian
    case 0x13A0...0x13FF, 0xAB70...0xABBF:
      self = .cherokee
    case 0xA4D0...0xA4FF:
      self = .lisu
    default:
      return nil
    }
  }

  /// The scripts of a name, each once, in the order in which they occur.
  static func all(in name: String) -> [Script] {
    var scripts: [Script] = []
    for scalar in name.unicodeScalars {
      guard let script = Script(scalar), !scripts.contains(script) else { continue }
      scripts.append(script)
    }
    return scripts
  }

  /// Its name for people.
  var title: String { rawValue }
}

/// Finds the name that was probably meant.
enum Spelling {
  /// A name that may have been meant. It stays a guess: to write another name is to choose a
  /// meaning.
  struct Suggestion: Hashable, Sendable {
    var name: String
    /// No other name is within a single typo.
    var isAlone: Bool
  }

  /// The nearest of `names`, if one is near. Long lists are looked at only in part: a suggestion
  /// is a courtesy, and a million names times a hundred typos is not.
  static func nearest(
    to name: String, among names: some Sequence<String>, work: inout Int
  ) -> Suggestion? {
    let length = name.utf8.count
    var best: (name: String, typos: Int)?
    var near = 0
    for candidate in names where candidate != name {
      guard work > 0 else { break }
      work -= 1
      guard abs(candidate.utf8.count - length) <= 8, length <= 256 else { continue }
      work -= length
      let typos = max(1, EditDistance.between(name, candidate))
      guard typos <= mostTypos(name, candidate) else { continue }
      if typos == 1 { near += 1 }
      if typos < best?.typos ?? .max { best = (candidate, typos) }
    }
    guard let best else { return nil }
    return Suggestion(name: best.name, isAlone: best.typos == 1 && near == 1 && length > 2)
  }

  /// One typo in a short name, two in a longer one, three in a long one; never all its letters.
  private static func mostTypos(_ a: String, _ b: String) -> Int {
    let length = max(a.unicodeScalars.count, b.unicodeScalars.count)
    return length < 2 ? 0 : length <= 4 ? 1 : length <= 9 ? 2 : 3
  }
}
