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
