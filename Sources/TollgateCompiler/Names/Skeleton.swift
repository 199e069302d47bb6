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
      skeleton.append(Skeleton.of(scalar))
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

  private static func mathematical(_ index: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(index < 26 ? 0x41 + index : 0x61 + index - 26) ?? "?"
  }

  /// A Latin letter, then the letters that look like it: Cyrillic, Greek, Armenian, Cherokee.
  private static let table: [(latin: Unicode.Scalar, others: String)] = [
    ("A", "АΑᎪ"), ("B", "ВΒᏴ"), ("C", "СϹᏟ"), ("D", "Ꭰ"), ("E", "ЕΕᎬ"), ("F", "Ϝ"), ("G", "ԌᏀ"),
    ("H", "НΗᎻ"), ("I", "ІΙӀ"), ("J", "ЈͿᎫ"), ("K", "КΚᏦ"), ("L", "Ꮮ"), ("M", "МΜᎷ"), ("N", "Ν"),
    ("O", "ОΟՕ"), ("P", "РΡᏢ"), ("Q", "Ԛ"), ("R", "Ꭱ"), ("S", "ЅՏᏚ"), ("T", "ТΤᎢ"), ("U", "Ս"),
    ("V", "ѴᏙ"), ("W", "ԜᎳ"), ("X", "ХΧ"), ("Y", "ΥҮ"), ("Z", "ΖᏃ"),
    ("a", "аα"), ("b", "Ь"), ("c", "сϲ"), ("d", "ԁ"), ("e", "еҽ"), ("f", "ք"), ("g", "ց"),
    ("h", "һհ"), ("i", "іιɩ"), ("j", "јϳ"), ("k", "κ"), ("l", "ӏ"), ("n", "ո"), ("o", "оοօ"),
    ("p", "рρ"), ("q", "ԛզ"), ("s", "ѕ"), ("u", "υս"), ("v", "νѵ"), ("w", "ԝա"), ("x", "хχ"),
    ("y", "уγү"), ("ç", "ҫ"), ("ë", "ё"), ("ï", "ї"), ("è", "ѐ"),
  ]

  private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
    var lookalikes: [Unicode.Scalar: Unicode.Scalar] = [:]
    for row in table {
      for other in row.others.unicodeScalars { lookalikes[other] = row.latin }
    }
    return lookalikes
  }()
}
