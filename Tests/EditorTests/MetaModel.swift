import TollgateKit

@testable import tollgate

/// The meta model of the language server protocol 3.17: says what is wrong with a message.
///
/// It is strict: a member that the protocol does not know is a mistake too.
struct MetaModel: Sendable {
  private var structures: [String: JSONValue] = [:]
  private var enumerations: [String: JSONValue] = [:]
  private var aliases: [String: JSONValue] = [:]
  private var requests: [String: JSONValue] = [:]
  private var notifications: [String: JSONValue] = [:]

  static let shared: MetaModel? = try? MetaModel()

  init() throws {
    let document = try JSONReader.read(Array(try EditorFiles.metaModel().utf8))
    for one in document["structures"].list { structures[one["name"].text ?? ""] = one }
    for one in document["enumerations"].list { enumerations[one["name"].text ?? ""] = one }
    for one in document["typeAliases"].list { aliases[one["name"].text ?? ""] = one["type"] }
    for one in document["requests"].list { requests[one["method"].text ?? ""] = one }
    for one in document["notifications"].list { notifications[one["method"].text ?? ""] = one }
  }

  /// What is wrong with a message of the server. `asked` has the methods of the client's requests.
  func problem(with message: JSONValue, asked: [JSONValue: String]) -> String? {
    guard message["jsonrpc"] == .text("2.0") else { return "not JSON-RPC 2.0" }
    if let method = message["method"].text {
      guard let known = (message.has("id") ? requests : notifications)[method] else {
        return "there is no \(method)"
      }
      guard known["messageDirection"].text != "clientToServer" else {
        return "\(method) is for the client to send"
      }
      guard known.has("params") else { return message.has("params") ? "\(method): params" : nil }
      return problem(with: message["params"], known["params"], method)
    }
    if message.has("error") {
      let error = message["error"]
      guard error["code"].number != nil, error["message"].text != nil, !message.has("result") else {
        return "not an error: \(error.json())"
      }
      return nil
    }
    guard message.has("result"), let method = asked[message["id"]] else {
      return "an answer to no request: \(message.json())"
    }
    return requests[method].flatMap { problem(with: message["result"], $0["result"], method) }
  }

  private func problem(with value: JSONValue, _ type: JSONValue, _ path: String) -> String? {
    let wrong = "\(path): \(value.json()) is not \(type["name"].text ?? type["kind"].text ?? "")"
    switch type["kind"].text {
    case "base": return isBase(value, type["name"].text ?? "") ? nil : wrong
    case "stringLiteral", "booleanLiteral", "integerLiteral":
      return value == type["value"] ? nil : wrong
    case "array":
      guard case .list(let values) = value else { return wrong }
      return values.lazy.compactMap { problem(with: $0, type["element"], path + "[]") }.first
    case "tuple":
      guard case .list(let values) = value, values.count == type["items"].list.count else {
        return wrong
      }
      return zip(values, type["items"].list).lazy
        .compactMap { problem(with: $0, $1, path + "[]") }.first
    case "map":
      guard case .object(let members) = value else { return wrong }
      return members.lazy.compactMap { problem(with: $0.value, type["value"], path + "." + $0.key) }
        .first
    case "or":
      let problems = type["items"].list.map { problem(with: value, $0, path) }
      return problems.contains { $0 == nil } ? nil : problems.compactMap { $0 }.last ?? wrong
    case "and":
      return problem(with: value, type["items"].list.flatMap(properties), path)
    case "literal": return problem(with: value, type["value"]["properties"].list, path)
    case "reference":
      let name = type["name"].text ?? ""
      // Any JSON.
      if ["LSPAny", "LSPObject", "LSPArray"].contains(name) { return nil }
      if let alias = aliases[name] { return problem(with: value, alias, path) }
      if let known = enumerations[name] {
        let isCustom = known["supportsCustomValues"].boolean ?? false
        let isListed = known["values"].list.contains { $0["value"] == value }
        return isListed || isCustom ? nil : wrong
      }
      return problem(with: value, properties(of: type), path)
    default: return "\(path): unknown kind of type"
    }
  }

  private func problem(
    with value: JSONValue, _ properties: [JSONValue], _ path: String
  ) -> String? {
    guard case .object(let members) = value else { return "\(path): \(value.json()) is no object" }
    let names = properties.compactMap { $0["name"].text }
    for member in members where !names.contains(member.key) {
      return "\(path): there is no member \(member.key)"
    }
    for property in properties {
      let name = property["name"].text ?? ""
      if !value.has(name) {
        if property["optional"].boolean ?? false { continue }
        return "\(path): \(name) is missing"
      }
      if let found = problem(with: value[name], property["type"], path + "." + name) {
        return found
      }
    }
    return nil
  }

  /// The properties of a structure, those that it extends and mixes in too.
  private func properties(of type: JSONValue) -> [JSONValue] {
    guard let structure = structures[type["name"].text ?? ""] else {
      return type["value"]["properties"].list
    }
    let above = structure["extends"].list + structure["mixins"].list
    return structure["properties"].list + above.flatMap(properties)
  }

  private func isBase(_ value: JSONValue, _ name: String) -> Bool {
    switch (name, value) {
    case ("null", .null), ("boolean", .boolean), ("integer", .integer): true
    case ("uinteger", .integer(let number)): number >= 0
    case ("decimal", .integer), ("decimal", .number): true
    case ("string", .text), ("DocumentUri", .text), ("URI", .text): true
    default: false
    }
  }
}
