import Foundation
import TestSupport
import Testing
import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

@testable import tollgate

/// A file that several policies use: what is changed or told in it is so for all of them, from
/// whichever file somebody asks, and whether the others are open or not.
@Suite struct SharedFilesTests {
  static let base = "tiers free < pro\nfeature csv\ncsv requires pro\n"
  static let names = ["a", "b", "base", "z"]

  static func user(_ name: String) -> String {
    "use \"base.gate\"\nfeature \(name)-page\n\(name)-page requires pro\n"
      + "scenario \"\(name)\"\n  given pro\n  expect csv allowed\n"
  }

  static var files: [String: String] {
    ["base": base, "a": user("a"), "b": user("b"), "z": user("z")]
  }

  struct Question: CustomStringConvertible, Sendable {
    var file: String
    var opensAll: Bool

    var description: String { "from \(file), \(opensAll ? "all open" : "the others closed")" }
  }

  static let questions = names.flatMap { name in
    [true, false].map { Question(file: name, opensAll: $0) }
  }

  /// The files as an editor has them.
  static func workspace(_ question: Question, _ files: [String: String] = files) -> Workspace {
    var workspace = Workspace { _, path, _ throws(UseFault) in
      guard let text = files[path.replacing(".gate", with: "")] else {
        throw .missing(near: nil)
      }
      return FoundFile(path: path, bytes: Array(text.utf8))
    }
    for (name, text) in files {
      let path: FilePath = "/w/\(name).gate"
      if question.opensAll || name == question.file {
        workspace.open(path, text)
      } else {
        workspace.note(path, Array(text.utf8))
      }
    }
    return workspace
  }

  /// The offset in its file of the last place of a text.
  static func offset(of text: String, in file: String, _ files: [String: String] = files) -> Int {
    let whole = files[file] ?? ""
    guard let found = whole.range(of: text, options: .backwards) else { return 0 }
    return whole.utf8.distance(from: whole.startIndex, to: found.lowerBound)
  }

  /// The files after changes.
  static func applying(_ edits: [FileEdit], to files: [String: String]) -> [String: String] {
    var texts = files
    for edit in edits.sorted(by: { $0.place.span.start > $1.place.span.start }) {
      let name = String(edit.place.path.text.dropFirst(3).dropLast(5))
      var bytes = Array((texts[name] ?? "").utf8)
      bytes.replaceSubrange(edit.place.span.start..<edit.place.span.end, with: edit.text.utf8)
      texts[name] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }

  // MARK: Names

  @Test(arguments: questions)
  func aNameIsRenamedForEveryUser(_ question: Question) throws {
    var workspace = SharedFilesTests.workspace(question)
    let offset = SharedFilesTests.offset(of: "pro", in: question.file)
    let edits = try workspace.rename(at: offset, in: "/w/\(question.file).gate", to: "plus")
    #expect(
      SharedFilesTests.applying(edits, to: SharedFilesTests.files)
        == SharedFilesTests.files.mapValues { $0.replacing("pro", with: "plus") })
  }

  @Test(arguments: questions)
  func referencesAreThoseOfEveryUser(_ question: Question) {
    var workspace = SharedFilesTests.workspace(question)
    let offset = SharedFilesTests.offset(of: "pro", in: question.file)
    let found = workspace.references(at: offset, in: "/w/\(question.file).gate")
    let counts = Dictionary(grouping: found) { $0.place.path }.mapValues { $0.count }
    #expect(counts == ["/w/a.gate": 2, "/w/b.gate": 2, "/w/base.gate": 2, "/w/z.gate": 2])
    #expect(found.count { $0.isDeclaration } == 1)
  }

  @Test(arguments: questions)
  func theDefinitionIsInTheFileThatIsUsed(_ question: Question) {
    var workspace = SharedFilesTests.workspace(question)
    let offset = SharedFilesTests.offset(of: "pro", in: question.file)
    let found = workspace.definitions(at: offset, in: "/w/\(question.file).gate")
    #expect(found == [FilePlace(path: "/w/base.gate", span: Span(13, 16))])
  }

  /// `base` names what only its users declare, each its own.
  @Test(arguments: questions)
  func definitionsOfWhatTheUsersDeclareAreAllOfThem(_ question: Question) {
    var files = SharedFilesTests.files.mapValues { $0 + "entitlement team\n" }
    files["base"] = "feature csv\ncsv requires team\n"
    var workspace = SharedFilesTests.workspace(question, files)
    let offset = SharedFilesTests.offset(of: "team", in: question.file, files)
    let found = workspace.definitions(at: offset, in: "/w/\(question.file).gate").map {
      $0.path.text
    }
    let all = ["/w/a.gate", "/w/b.gate", "/w/z.gate"]
    #expect(found == (question.file == "base" ? all : ["/w/\(question.file).gate"]))
  }

  @Test(arguments: questions)
  func aNameThatOneUserHasForSomethingElseIsRefused(_ question: Question) {
    var files = SharedFilesTests.files
    files["z"]? += "feature plus\n"
    var workspace = SharedFilesTests.workspace(question, files)
    let offset = SharedFilesTests.offset(of: "pro", in: question.file, files)
    let place = question.file == "z" ? "" : " in z.gate, line 7"
    #expect(
      fault(&workspace, question.file, offset, "plus")?.words
        == "`plus` is the name of something else\(place); choose another one")
  }

  @Test(arguments: questions)
  func aNameThatMeansSomethingElseForAUserIsRefused(_ question: Question) {
    var files = SharedFilesTests.files.mapValues { $0 + "entitlement team\n" }
    files["base"] = "feature csv\ncsv is off when team\n"
    files["z"] = "use \"base.gate\"\nfact team is yes or no\n"
    var workspace = SharedFilesTests.workspace(question, files)
    let offset = SharedFilesTests.offset(of: "team", in: question.file, files)
    let fault = fault(&workspace, question.file, offset, "crew")
    guard case .otherwise(_, _, let sight) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(sight.place.path == (question.file == "z" ? "/w/a.gate" : "/w/z.gate"))
  }

  private func fault(
    _ workspace: inout Workspace, _ file: String, _ offset: Int, _ name: String
  ) -> RenameFault? {
    do throws(RenameFault) {
      _ = try workspace.rename(at: offset, in: "/w/\(file).gate", to: name)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Fixes and lenses

  private func actions(_ workspace: inout Workspace, _ file: String) -> [CodeAction] {
    workspace.codeActions(in: Span(0, 10_000), of: "/w/\(file).gate") { project in
      project.exactFindings() ?? []
    }
  }

  /// `only-z` is used by one of three: to two policies it seems to be there for nothing.
  @Test(arguments: questions)
  func aFixThatBreaksAnotherUserIsNotOffered(_ question: Question) {
    var files = SharedFilesTests.files
    files["base"]? += "entitlement only-z, nobody\n"
    files["z"]? += "z-page requires only-z\n"
    var workspace = SharedFilesTests.workspace(question, files)
    for action in actions(&workspace, question.file) {
      let texts = SharedFilesTests.applying(action.edits, to: files)
      for name in ["a", "b", "z"] {
        var changed = SharedFilesTests.workspace(Question(file: name, opensAll: true), texts)
        let project = changed.project(of: "/w/\(name).gate")
        #expect(project?.compiled.policy != nil, "\(action.title) breaks \(name)")
        #expect(
          project?.compiled.diagnostics.contains { $0.code == "TG0901" } == false,
          "\(action.title)")
      }
    }
  }

  @Test(arguments: questions)
  func aFixOfASharedFileIsOfferedWhereAllNeedIt(_ question: Question) {
    var files = SharedFilesTests.files
    files["base"] = files["base"]?.replacing("csv requires pro", with: "csv requires pro or pro")
    var workspace = SharedFilesTests.workspace(question, files)
    let titles = actions(&workspace, question.file).map { $0.title }
    let isThere = titles.contains { $0.hasPrefix("leave `pro` out") }
    #expect(isThere == (question.file == "base"), "\(titles)")
    #expect(Set(titles).count == titles.count)
  }

  @Test(arguments: questions)
  func lensesTellTheResultsOfEveryUser(_ question: Question) {
    var files = SharedFilesTests.files
    files["base"]? += "scenario \"shared\"\n  given pro\n  expect csv allowed\n"
    files["z"]? += "csv is off\n"
    var workspace = SharedFilesTests.workspace(question, files)
    let path: FilePath = "/w/\(question.file).gate"
    let lenses = CodeLens.all(in: path, of: workspace.projects(of: path)) ?? []
    let titles = lenses.filter { $0.subject == .scenario }.map { $0.title }
    switch question.file {
    case "base":
      #expect(titles.count == 2)
      #expect(titles.contains("passes (in a.gate, b.gate)"), "\(titles)")
      #expect(titles.contains { $0.hasPrefix("fails") && $0.hasSuffix("(in z.gate)") })
    case "z": #expect(titles.count == 1 && titles[0].hasPrefix("fails"))
    default: #expect(titles == ["passes"])
    }
  }

  // MARK: Paths

  /// `é` in one sign and `é` in two are two files.
  @Test func pathsAreComparedByTheirBytes() {
    var workspace = Workspace()
    workspace.open("/w/\u{E9}.gate", "feature one\n")
    workspace.open("/w/e\u{301}.gate", "feature two\n")
    #expect(workspace.open.count == 2)
    let (first, second) = (
      workspace.project(of: "/w/\u{E9}.gate"), workspace.project(of: "/w/e\u{301}.gate")
    )
    #expect(first?.source.bytes == Array("feature one\n".utf8))
    #expect(second?.source.bytes == Array("feature two\n".utf8))
  }

  /// In a folder on disk, of which the editor opened one file.
  @Test(arguments: names) func theServerRenamesFilesThatAreNotOpen(_ file: String) throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in SharedFilesTests.files {
      try text.write(
        to: folder.appendingPathComponent("\(name).gate"), atomically: true, encoding: .utf8)
    }
    let server = TestServer()
    _ = server.request(1, "initialize", "{\"rootUri\":\"\(folder.absoluteString)\"}")
    server.notify("initialized")
    let uri = folder.appendingPathComponent("\(file).gate").absoluteString
    let text = SharedFilesTests.files[file] ?? ""
    server.notify(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\"\(uri)\",\"languageId\":\"gate\",\"version\":1,"
        + "\"text\":\(JSONValue.text(text).json())}}")
    let position = Source(name: "", text: text).textPosition(
      of: SharedFilesTests.offset(of: "pro", in: file), .utf16)
    let answer = server.request(
      2, "textDocument/rename",
      "{\"textDocument\":{\"uri\":\"\(uri)\"},\"newName\":\"plus\","
        + "\"position\":{\"line\":\(position.line),\"character\":\(position.character)}}")
    guard case .object(let changes) = answer["result"]["changes"] else {
      Issue.record("\(answer)")
      return
    }
    let counts = changes.map { change in
      "\(change.key.split(separator: "/").last ?? "") \(change.value.list.count)"
    }
    #expect(counts.sorted() == ["a.gate 2", "b.gate 2", "base.gate 2", "z.gate 2"])
    #expect(counts.first == "\(file).gate 2")
  }
}
