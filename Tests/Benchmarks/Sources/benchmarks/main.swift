import Figures
import Foundation
import Workload

// Measures everything once and prints it as JSON.
guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
  Program.usage("benchmarks FOLDER [--filter TEXT] [--seconds S] [--quick]")
}
Program.run {
  let gates = try GateWorkload()
  var harness = Harness()
  harness.addDecisions(gates)
  harness.addFull(try FullWorkload())
  try harness.addMany(gates)
  harness.addSnapshots(gates, try ShopWorkload())
  harness.addStore(gates)
  try harness.addGate(gates)
  try harness.addUses(in: URL(fileURLWithPath: arguments.folder))
  try harness.addGrowth(
    PolicySize.allCases.filter { size in
      (!arguments.isQuick || size != .million)
        && arguments.wants([.byTarget(size), .byName(size), .compile(size), .load(size)])
    },
    folder: URL(fileURLWithPath: arguments.folder))
  print(try harness.run(filter: arguments.filter, seconds: arguments.seconds).json())
}
