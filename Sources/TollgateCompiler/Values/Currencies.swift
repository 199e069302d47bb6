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
