public import TollgateKit

extension UsageBook {
  /// Reads a book that ``json()`` wrote, for example on another device.
  ///
  /// - Throws: ``SnapshotError`` with the path of the mistake.
  public init(json text: String) throws(SnapshotError) {
    let value = try SnapshotError.read(Array(text.utf8))
    let edition = try JSONObject(value).require("usage", .wholeNumber(from: 1), Read.integer)
    guard edition == UsageBook.edition else {
      throw SnapshotError(
        .refused(
          "the counts were saved by a later version of this app; update the app",
          chinese: "计数由更高版本的应用保存；请更新应用")
      ).under(.key("usage"))
    }
    self.init()
    apply(try UsageChange(json: value))
  }

  /// The book as JSON, on one line: `{"usage": 1, "at": MILLISECONDS, "pages": [PAGE]}`. Equal books
  /// give equal texts. An empty book has the time 0.
  public func json() -> String {
    guard case .object(let members) = whole.json else { return "" }
    return JSONValue.object(
      [JSONValue.Member("usage", .integer(UsageBook.edition))] + members
    ).json()
  }

  /// The edition of the texts of books and changes.
  static let edition: Int64 = 1
}
