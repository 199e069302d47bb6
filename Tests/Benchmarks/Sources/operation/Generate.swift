import Foundation
import TollgateKit
import Workload

/// Writes the text of a generated policy to standard output.
func generate(features: String, rules: String, isChanged: Bool) throws {
  guard let features = Int(features), features >= 10, let rules = Int(rules), rules >= 1 else {
    throw WorkloadError("at least 10 features, and a rule for each")
  }
  var policy = GeneratedPolicy(features: features, rules: rules, isChanged: isChanged)
  var buffer = Data()
  try policy.write { text in
    buffer.append(contentsOf: text.utf8)
    guard buffer.count > 1 << 16 else { return }
    try FileHandle.standardOutput.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
  try FileHandle.standardOutput.write(contentsOf: buffer)
}

/// Writes the text of a policy of price lists, as ladders or as plain limits, to standard output.
func priceLists(features: String, form: String) throws {
  guard let features = Int(features), features >= 1, ["ladders", "limits"].contains(form) else {
    throw WorkloadError("a number of features, and `ladders` or `limits`")
  }
  let policy = PriceListPolicy(features: features, hasLadders: form == "ladders")
  try FileHandle.standardOutput.write(contentsOf: Data(policy.text.utf8))
}

/// Writes a compiled policy.
func compile(_ file: String, to path: String) throws {
  let policy = try Policy(contentsOf: URL(fileURLWithPath: file))
  try Data(policy.compiled()).write(to: URL(fileURLWithPath: path))
}
