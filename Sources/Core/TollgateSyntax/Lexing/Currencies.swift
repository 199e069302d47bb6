/// The currencies in use: the active codes of ISO 4217, without funds, metals and test codes.
package enum Currencies {
  /// Whether a currency has this code.
  package static func contains(_ code: String) -> Bool {
    let letters = Array(code.utf8)
    guard letters.count == 3 else { return false }
    var start = table.startIndex
    while start < table.endIndex {
      let end = table.index(start, offsetBy: 3)
      if table[start..<end].elementsEqual(letters) { return true }
      start = end
    }
    return false
  }

  /// The codes, in alphabetical order.
  package static var all: [String] {
    stride(from: table.startIndex, to: table.endIndex, by: 3).map {
      String(decoding: table[$0..<$0 + 3], as: UTF8.self)
    }
  }

  /// How many decimals an amount of a currency has in daily life, by ISO 4217.
  package static func decimals(of code: String) -> Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND",
      "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }

  /// Every code, three letters each, in alphabetical order.
  private static let table = Array(
    """
    AEDAFNALLAMDANGAOAARSAUDAWGAZNBAMBBDBDTBGNBHDBIFBMDBNDBOBBRLBSDBTNBWPBYNBZDCADCDFCHFCLPCNY\
    COPCRCCUPCVECZKDJFDKKDOPDZDEGPERNETBEURFJDFKPGBPGELGHSGIPGMDGNFGTQGYDHKDHNLHTGHUFIDRILSINR\
    IQDIRRISKJMDJODJPYKESKGSKHRKMFKPWKRWKWDKYDKZTLAKLBPLKRLRDLSLLYDMADMDLMGAMKDMMKMNTMOPMRUMUR\
    MVRMWKMXNMYRMZNNADNGNNIONOKNPRNZDOMRPABPENPGKPHPPKRPLNPYGQARRONRSDRUBRWFSARSBDSCRSDGSEKSGD\
    SHPSLESOSSRDSSPSTNSVCSYPSZLTHBTJSTMTTNDTOPTRYTTDTWDTZSUAHUGXUSDUYUUZSVEDVESVNDVUVWSTXAFXCD\
    XCGXOFXPFYERZARZMWZWG
    """.utf8)
}
