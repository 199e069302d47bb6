import Foundation
import TestSupport

/// Files that tests of the server need.
enum EditorFiles {
  /// The meta model of the protocol, as it is published.
  static func metaModel() throws -> String {
    try Repository.text("Tests/Schemas/lsp-metaModel-3.17.json")
  }

  /// A folder that is a git repository with one commit of one file.
  static func repository(_ name: String, _ text: String) throws -> URL {
    let folder = try Shell.temporaryFolder()
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    let commit =
      "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm first"
    let made = try Shell.run(URL(fileURLWithPath: "/bin/sh"), ["-c", commit], in: folder)
    guard made.status == 0 else { throw NoCommit(messages: made.errors) }
    return folder
  }

  struct NoCommit: Error {
    var messages: String
  }
}
