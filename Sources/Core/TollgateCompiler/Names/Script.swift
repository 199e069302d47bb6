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
