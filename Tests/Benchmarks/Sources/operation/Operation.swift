import Foundation
import TollgateKit
import Workload

/// Something whose instructions are counted. `prepare` makes the body, which does it so many times.
struct Operation {
  var name: String
  var count: Int
  var prepare: () throws -> () -> Void

  init(_ name: String, count: Int, _ prepare: @escaping () throws -> () -> Void) {
    self.name = name
    self.count = count
    self.prepare = prepare
  }

  static var all: [Operation] { decisions + snapshots + uses + policies }

  /// Does it once, so that what is made at the first use is there, then in `tollgate_measured`.
  /// Gives how many times that was.
  func run() throws -> Int {
    let work = try prepare()
    work()
    body = work
    measured()
    return count
  }
}

/// Invariant: written once, before it is read, on the only thread.
nonisolated(unsafe) private var body: () -> Void = {}

/// What callgrind counts: this function, and all that it calls.
@inline(never) @_silgen_name("tollgate_measured")
func measured() {
  body()
}
