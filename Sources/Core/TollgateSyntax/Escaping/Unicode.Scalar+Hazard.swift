extension Unicode.Scalar {
  /// Whether a program may obey the character, or hide it, instead of showing it.
  ///
  /// These are the control characters (C0, U+007F, C1), line and paragraph separators, controls that
  /// change the order of what is shown, characters that nobody sees, and noncharacters. Joiners,
  /// direction marks and variation selectors are none: emoji, Persian and Hebrew need them.
  package var isHazard: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD: true
    case 0x200B, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// A character that divides lines or paragraphs in programs that know Unicode, and nowhere else.
  var isLineSeparator: Bool { value == 0x2028 || value == 0x2029 }
}

/// The flags of England, Scotland and others: a black flag, then a region in tag characters. It is
/// the one place for tag characters, which hide a text everywhere else.
enum RegionFlag {
  /// How many tag characters follow a scalar; 0 if it does not begin such a flag.
  ///
  /// - Parameter next: The scalar so many places behind it, counted from 1; `nil` after the end.
  static func tags(
    behind scalar: Unicode.Scalar, _ next: (Int) -> Unicode.Scalar?
  ) -> Int {
    guard scalar.value == 0x1F3F4 else { return 0 }
    var count = 0
    // The longest region, as `gbeng`, has six letters and digits.
    while count < 7, let tag = next(count + 1) {
      count += 1
      if tag.value == 0xE007F { return count > 3 ? count : 0 }
      let isPlain =
        (0xE0030...0xE0039).contains(tag.value) || (0xE0061...0xE007A).contains(tag.value)
      guard isPlain else { return 0 }
    }
    return 0
  }
}
