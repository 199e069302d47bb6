import TollgateKit
import TollgateSyntax

@testable import TollgateEditor

/// Edits of two files that an editor has open. The input is a list of edits, 8 bytes each: 1 for
/// the file, 1 for what is put in, 2 for each of the three numbers: where, how far, which character.
enum FuzzEdits {
  static let pieces = [
    "", " ", "\n", "\r\n", "\r", "pro", " requires pro\n", "feature 相机\n", "😀", "\"", "`",
    "use \"b.gate\"\n", "use \"a.gate\"\n", "# 😀\n", "bills > 500", "meter bills\n", "(", ",",
    "product a\n  price 3 CNY per year\n  grants pro\n", "\u{0}", " and ", "é", "e\u{301}",
    "scenario \"s\"\n  expect a denied\n", "tiers free < pro\n", "\u{2028}", " zh-Hans \"名\"",
  ]
  private static let paths = ["/w/a.gate", "/w/b.gate"].map { FilePath($0) }
  /// The most edits of an input, and the longest text, so that each run is short.
  private static let most = (edits: 24, bytes: 1500)

  static func make(_ bytes: [UInt8]) {
    var workspace = Workspace()
    for path in paths { workspace.open(path, "") }
    for start in stride(from: 0, to: min(bytes.count, most.edits * 8) - 7, by: 8) {
      let edit = Array(bytes[start..<start + 8])
      change(&workspace, edit, version: start / 8 + 1)
      // Between edits the policies are asked for, so that what is kept of them is put to use.
      for path in paths where edit[0] & 2 != 0 { _ = workspace.project(of: path)?.quickFindings }
    }
    compare(&workspace)
  }

  private static func change(_ workspace: inout Workspace, _ edit: [UInt8], version: Int) {
    let path = paths[Int(edit[0] & 1)]
    let length = workspace.document(path)?.source.bytes.count ?? 0
    let piece = length > most.bytes ? "" : pieces[Int(edit[1]) % pieces.count]
    let start = TextPosition(line: Int(edit[2]) % 64, character: Int(edit[3]))
    let isLonger = length > most.bytes || edit[4] & 1 != 0
    let end = TextPosition(
      line: start.line + (isLonger ? Int(edit[5]) % 8 : 0),
      character: isLonger ? Int(edit[6]) : start.character)
    let range = TextRange(start, max(start, end))
    // Now and then the whole text.
    let change = TextDocument.Change(edit[7] == 255 ? nil : range, piece)
    let encoding: TextEncoding = edit[7] & 1 == 0 ? .utf16 : .utf8
    precondition(workspace.change(path, [change], encoding, version: version), "it is open")
  }

  /// The files after all edits are those of an editor that opens them now.
  private static func compare(_ workspace: inout Workspace) {
    var fresh = Workspace()
    for path in paths {
      guard let source = workspace.document(path)?.source else { preconditionFailure("it is open") }
      fresh.open(path, String(decoding: source.bytes, as: UTF8.self))
      precondition(fresh.document(path)?.source.bytes == source.bytes, "the text is UTF-8")
    }
    for path in paths {
      guard let old = workspace.project(of: path), let new = fresh.project(of: path) else {
        preconditionFailure("a file that is open belongs to a policy")
      }
      precondition(old.paths == new.paths, "the files are those of a fresh start")
      precondition(old.quickFindings == new.quickFindings, "so are the findings")
      ask(old, path)
    }
  }

  /// What an editor asks for, at some places.
  private static func ask(_ project: Project, _ path: FilePath) {
    let length = project.file(path)?.bytes.count ?? 0
    for cursor in stride(from: 0, through: length, by: max(1, length / 3)) {
      _ = project.completions(at: cursor, in: path)
      guard let place = project.offset(cursor, in: path) else { continue }
      _ = project.hover(at: place) { _, _ in [] }
      _ = project.references(at: place)
      _ = project.selections(at: place)
    }
    _ = project.symbols(in: path)
    _ = project.folds(in: path)
    _ = project.semanticTokens(in: path)
    _ = project.inlayHints(in: Span(0, 9999), of: path)
  }
}
