import Foundation
import TollgateKit
import TollgateRuntime

extension PurchaseProcess {
  /// An app or an extension of it: it is told something, saves, and notes what it has saved.
  static func remember() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let number = Int(arguments[2]) else { exit(2) }
    let folder = URL(fileURLWithPath: arguments[1])
    let life = Life(folder: folder, steps: Steps(last: 0), finishesFirst: false)
    let gate = try Gate<OneFeature>(
      remembering: folder.appendingPathComponent("gate.json"), account: "ada",
      clock: Life.StillClock())
    FileHandle.standardOutput.write(Data("!".utf8))
    for count in 1...40 {
      gate.update { $0.facts["process-\(number)"] = .number(Int64(count)) }
      gate.update { $0.usage["meter-\(number)"] = Usage(total: Counter(Int64(count))) }
      try gate.save()
      life.add("\(count)", to: "saved-\(number)")
    }
  }
}

/// The names of the smallest policy.
enum OneFeature: PolicyNames {
  // Invariant: the text compiles.
  static let policy = try! Policy(source: "feature export\n")
}
