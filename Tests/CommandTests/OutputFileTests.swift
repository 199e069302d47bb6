import Foundation
import TestSupport
import Testing

@testable import tollgate

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Everything that the command writes is written in one way, whatever stands at its path.
@Suite struct OutputFileTests {
  private static let user = #"{"schema":1,"subject":"ada","usage":{"bills":900}}"# + "\n"

  /// The commands that write a file, as lines of a shell: `$out` is the file.
  private static let writers = [
    "\"$tollgate\" compile p.gate -o \"$out\"",
    "\"$tollgate\" lint p.gate --write-baseline \"$out\"",
    "\"$tollgate\" impact p.gate --users u.jsonl --list \"$out\"",
  ]

  private static func folder() throws -> Folder {
    try Folder([
      "p.gate": "use \"part\"\nbills > 500 requires pro\n", "part": "entitlement pro\n",
      "victim.gate": "feature x\n", "u.jsonl": user,
    ])
  }

  private func run(_ line: String, to out: String, in folder: Folder) throws -> Shell.Result {
    try Command.shell("out='\(out)'; \(line)", in: folder.url)
  }

  @Test(arguments: writers)
  func aLinkThatLeadsToAPolicyIsRefused(line: String) throws {
    let folder = try OutputFileTests.folder()
    try folder.link("out", to: "victim.gate")
    try folder.link("far", to: "out")
    try folder.link("dangling", to: "new.gate")
    for out in ["out", "far", "dangling"] {
      let result = try run(line, to: out, in: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains("\(out) leads to "), "\(result.errors)")
    }
    #expect(try folder.text("victim.gate") == "feature x\n")
    #expect(!folder.names.contains("new.gate"))
  }

  /// An input is one by its device and number, not by its name: the parts of a policy, and standard
  /// input, too.
  @Test func noInputIsOverwritten() throws {
    let folder = try OutputFileTests.folder()
    try folder.link("link", to: "part")
    for line in OutputFileTests.writers {
      for out in ["part", "./part", "link"] {
        let result = try run(line, to: out, in: folder)
        #expect(result.status == 64, "\(line) \(out)")
        #expect(result.errors.contains("would overwrite"), "\(result.errors)")
      }
    }
    let lines = [
      "\"$tollgate\" impact p.gate --users u.jsonl --list \"$out\"",
      "\"$tollgate\" impact p.gate --users - --list \"$out\" < u.jsonl",
    ]
    for line in lines {
      #expect(try run(line, to: "u.jsonl", in: folder).status == 64, "\(line)")
    }
    #expect(try folder.text("part") == "entitlement pro\n")
    #expect(try folder.text("u.jsonl") == OutputFileTests.user)
  }

  @Test func noTableThatIsReadIsOverwritten() throws {
    let folder = try OutputFileTests.folder()
    let made = try Command.shell(
      "mkdir t && \"$tollgate\" columns p.gate --users u.jsonl --long -o t", in: folder.url)
    #expect(made.status == 0)
    let users = try folder.text("t/users.csv")
    try folder.link("same", to: "t")
    for line in [
      "columns p.gate --users t --long -o t", "columns p.gate --users t --long -o same",
      "impact p.gate --users t --list t/users.csv",
      "impact p.gate --users t --list same/grants.csv",
    ] {
      let result = try Command.shell("\"$tollgate\" \(line)", in: folder.url)
      #expect(result.status == 64, "\(line)")
      #expect(result.errors.contains("would overwrite t/"), "\(result.errors)")
    }
    #expect(try folder.text("t/users.csv") == users)
    // A folder whose own tables have other names may get the wide one.
    let wide = try Command.shell("\"$tollgate\" columns p.gate --users t -o t", in: folder.url)
    #expect(wide.status == 0, "\(wide.errors)")
  }

  @Test(arguments: writers)
  func aPipeIsWrittenToAndStaysOne(line: String) throws {
    let folder = try OutputFileTests.folder()
    let result = try run(
      """
      mkfifo out; cat out > got & reader=$!
      \(line) > /dev/null; sleep 0.3; kill $reader 2>/dev/null; wait; test -p out
      """, to: "out", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("got")).count > 10)
  }

  @Test(arguments: writers)
  func aFullDiskIsToldByTheNameThatWasGiven(line: String) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let folder = try OutputFileTests.folder()
    try folder.link("out", to: "/dev/full")
    let result = try run(line, to: "out", in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("out, a link to /dev/full, cannot be written: the disk is full"))
  }

  @Test(arguments: writers)
  func aLinkStaysAndItsFileKeepsItsMode(line: String) throws {
    let folder = try OutputFileTests.folder()
    try folder.write("old", to: "sub/real")
    try folder.link("out", to: "sub/real")
    let result = try run(
      """
      chmod 640 sub/real; chown 65534 sub/real 2>/dev/null; before=$(ls -nL out | cut -c1-20)
      \(line) > /dev/null
      test -L out && test "$before" = "$(ls -nL out | cut -c1-20)"
      """, to: "out", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("sub/real")).count > 10)
  }

  @Test(arguments: writers)
  func aWriteProtectedFileIsLeftAlone(line: String) throws {
    let folder = try OutputFileTests.folder()
    try folder.write("old", to: "out")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder["out"])
    let result = try run(line, to: "out", in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("out is write-protected"))
    #expect(try folder.text("out") == "old")
  }

  @Test(arguments: writers)
  func anErrorNamesThePlace(line: String) throws {
    let folder = try OutputFileTests.folder()
    try folder.link("out", to: "nowhere/x")
    for (out, words) in [
      ("missing/x", "missing/x cannot be written: there is no folder missing"),
      ("out", "out, a link to nowhere/x, cannot be written: there is no folder nowhere"),
    ] {
      let result = try run(line, to: out, in: folder)
      #expect(result.status == 2)
      #expect(result.errors.contains(words), "\(result.errors)")
    }
  }

  /// The answer follows the list, where both go to one file.
  @Test func standardOutputIsNotReplaced() throws {
    let folder = try OutputFileTests.folder()
    let result = try run(OutputFileTests.writers[2] + " > all", to: "/dev/stdout", in: folder)
    #expect(result.status == 0)
    let text = try folder.text("all")
    #expect(text.contains("ada,bills") && text.contains("Who may do what"), "\(text)")
  }

  // MARK: Half a file

  /// A command that waits for its users in the middle of its work is ended by a signal.
  @Test(arguments: ["TERM", "HUP", "KILL"])
  func anEndedCommandLeavesNothingInTheWay(signal: String) throws {
    let folder = try OutputFileTests.folder()
    // A thread of the test may block the signals, and a process inherits that.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for number in [SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let result = try Command.shell(
      """
      mkfifo in; mkdir t
      for list in "impact p.gate --users in --list l.csv" "columns p.gate --users in -o t"; do
        "$tollgate" $list > /dev/null 2>&1 &
        exec 3> in; cat u.jsonl >&3; sleep 0.5
        kill -\(signal) $!; sleep 0.2; exec 3>&-; wait $!
      done
      ls -A . t > left
      "$tollgate" impact p.gate --users u.jsonl --list l.csv &&
        "$tollgate" columns p.gate --users u.jsonl -o t
      """, in: folder.url)
    #expect(result.status == 0, "\(result.errors)")
    let left = try folder.text("left")
    if signal != "KILL" { #expect(!left.contains(".tollgate"), "\(left)") }
    #expect(!left.contains("l.csv"))
    #expect(
      folder.names.filter { !["left", "in"].contains($0) } == [
        "l.csv", "p.gate", "part", "t", "u.jsonl", "victim.gate",
      ])
    let tables = try FileManager.default.contentsOfDirectory(atPath: folder["t"])
    #expect(tables.sorted() == ["schema.sql", "tollgate_users.csv"])
  }

  @Test func aTypoLeavesNothing() throws {
    let folder = try OutputFileTests.folder()
    let result = try run(
      "\"$tollgate\" impact p.gate --users u.json --list \"$out\"", to: "l.csv", in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("u.json"))
    #expect(folder.names == ["p.gate", "part", "u.jsonl", "victim.gate"])
  }

  @Test func aFileThatIsNotClosedIsNotThere() throws {
    let folder = try Folder()
    do {
      let file = try OutputFile(folder["a"])
      try file.write([1])
      #expect(folder.names.count == 1)
    }
    #expect(folder.names == [])
    do { _ = try OutputFile(secretAt: folder["key"]) }
    #expect(folder.names == [])
  }
}

extension Folder {
  fileprivate func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self[name], withDestinationPath: destination)
  }
}
