import Figures
import Foundation
import Workload

// One operation in a process of its own.
//
// operation generate N [RULES [changed]]
//                                     the text of a generated policy, with so many rules for a
//                                     feature; `changed` has one feature in a hundred differ
// operation pricelists N ladders|limits
//                                     the text of a policy of price lists, in either form
// operation compile FILE COMPILED     writes the compiled file
// operation memory compile|load SIZE FOLDER
//                                     the memory it takes for one rule, as JSON
// operation peak compile|load FILE    the most memory that this process holds
// operation list                      the operations that are counted
// operation count NAME                does it, within the function `tollgate_measured`; prints
//                                     how often
let arguments = Array(CommandLine.arguments.dropFirst())
let argument = arguments.dropFirst().first

Program.run {
  switch (arguments.first, argument) {
  case ("generate", let features?):
    try generate(
      features: features, rules: arguments.count > 2 ? arguments[2] : "1",
      isChanged: arguments.last == "changed")
  case ("pricelists", let features?) where arguments.count == 3:
    try priceLists(features: features, form: arguments[2])
  case ("compile", let file?) where arguments.count == 3:
    try compile(file, to: arguments[2])
  case ("memory", let kind?) where arguments.count == 4:
    try printMemory(kind, size: arguments[2], folder: arguments[3])
  case ("peak", let kind?) where arguments.count == 3:
    try printPeak(kind, file: arguments[2])
  case ("list", nil):
    for operation in Operation.all { print(operation.name) }
  case ("count", let name?):
    guard let operation = Operation.all.first(where: { $0.name == name }) else {
      throw WorkloadError("there is no operation `\(name)`")
    }
    print(try operation.run())
  default:
    Program.usage(
      "operation generate|pricelists|compile|memory|peak|list|count …, as main.swift says")
  }
}
