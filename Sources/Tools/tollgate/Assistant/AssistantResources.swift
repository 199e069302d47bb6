import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateSyntax

/// The pages and policies that an assistant may read, by their addresses.
enum AssistantResources {
  private static let policies = "tollgate://policies/"
  private static let language = "tollgate://language/"
  private static let diagnostics = "tollgate://diagnostics/"
  private static let schemas = "tollgate://schemas/"
  private static let glossary = "tollgate://glossary"
  private static let guide = "tollgate://guide"

  /// How many entries of a list are sent at a time.
  private static let pageSize = 200

  // MARK: Lists

  /// A page of the list: the language, the findings, the schemas, then the policies.
  static func list(
    _ folders: AssistantFolders, cursor: JSONValue
  ) throws(ProtocolError) -> JSONValue {
    var start = 0
    if let text = cursor.text {
      guard let number = Int(text), number >= 0 else {
        throw .invalidParams("the cursor is none that this server gave")
      }
      start = number
    }
    var entries = [
      entry(guide, "guide", LanguagePage.guide.title),
      entry(glossary, "glossary", LanguagePage.glossary.title),
    ]
    entries += LanguagePage.all.map { entry($0.address, $0.name, $0.title) }
    entries += LintRules.pages.map { page in
      entry(diagnostics + page.code, page.code, "\(page.code): \(page.title)")
    }
    entries += SchemaList.all.map { schema in
      entry(address(ofSchema: schema.name), schema.name, schema.summary, type: schemaType)
    }
    entries += folders.policies.map { name in
      entry(address(ofPolicy: name), name, name, type: "text/plain")
    }
    let end = min(start + pageSize, entries.count)
    return .dictionary([
      "resources": .list(start < end ? Array(entries[start..<end]) : []),
      "nextCursor": end < entries.count ? .text("\(end)") : nil,
    ])
  }

  private static func entry(
    _ address: String, _ name: String, _ title: String, type: String = "text/markdown"
  ) -> JSONValue {
    .dictionary([
      "uri": .text(address), "name": .text(name), "title": .text(title), "mimeType": .text(type),
    ])
  }

  static let templates: JSONValue = .dictionary([
    "resourceTemplates": .list([
      template(language + "{page}", "language", "A page of the language reference"),
      template(diagnostics + "{code}", "diagnostics", "The page of a finding"),
      template(schemas + "{name}", "schemas", "The schema of a document", type: schemaType),
      template(policies + "{+path}", "policies", "A policy of the folder", type: "text/plain"),
    ])
  ])

  private static func template(
    _ address: String, _ name: String, _ title: String, type: String = "text/markdown"
  ) -> JSONValue {
    .dictionary([
      "uriTemplate": .text(address), "name": .text(name), "title": .text(title),
      "mimeType": .text(type),
    ])
  }

  private static let schemaType = "application/schema+json"

  static func address(ofSchema name: String) -> String { schemas + name }

  // MARK: Contents

  /// The resource at an address.
  static func read(
    _ address: String, _ folders: AssistantFolders
  ) throws(ProtocolError) -> JSONValue {
    .dictionary(["contents": .list([contents(address, try text(at: address, folders))])])
  }

  static func contents(_ address: String, _ text: String) -> JSONValue {
    let isPolicy = address.hasPrefix(policies)
    let isSchema = address.hasPrefix(schemas)
    let type = isPolicy ? "text/plain" : isSchema ? schemaType : "text/markdown"
    return .dictionary([
      "uri": .text(address), "mimeType": .text(type),
      "text": .text(text),
      "_meta": isPolicy ? .dictionary(["tollgate/notice": .text(ToolAnswer.notice)]) : nil,
    ])
  }

  /// Whether the text at an address never changes.
  static func isFixed(_ address: String) -> Bool { !address.hasPrefix(policies) }

  private static func text(
    at address: String, _ folders: AssistantFolders
  ) throws(ProtocolError) -> String {
    let path = FilePath(address)
    if address == glossary { return LanguagePage.glossary.text }
    if address == guide { return LanguagePage.guide.text }
    if let name = path.rest(behind: language) {
      if let page = LanguagePage.all.first(where: { $0.name == name }) { return page.text }
      throw unknown(address, near: name, among: LanguagePage.all.map { $0.name }, language)
    }
    if let code = path.rest(behind: diagnostics) {
      if let page = LintRules.page(code) {
        return (try? CodePage.text(of: page.code, on: TextPage())) ?? ""
      }
      throw unknown(address, near: code, among: LintRules.pages.map { $0.code }, diagnostics)
    }
    if let name = path.rest(behind: schemas) {
      if let schema = SchemaList.all.first(where: { $0.name == name }) { return schema.json }
      throw unknown(address, near: name, among: SchemaList.all.map { $0.name }, schemas)
    }
    guard let encoded = path.rest(behind: policies), let name = AssistantResources.decoded(encoded)
    else { throw unknown(address, near: address, among: [], "") }
    do throws(Failure) {
      let bytes = try folders.file(name).bytes
      guard UsedPath.isText(bytes) else {
        throw Failure.unreadable("\(Escape.name(name)) is not the text of a policy")
      }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw .noResource(address, error.message)
    }
  }

  private static func unknown(
    _ address: String, near name: String, among names: [String], _ start: String
  ) -> ProtocolError {
    let near = EditDistance.nearest(to: name, among: names)
    return .noResource(
      address,
      near.map { "there is no such page; did you mean \(start)\($0)?" }
        ?? "there is no such resource; `resources/list` lists all")
  }

  // MARK: Addresses of policies

  static func address(ofPolicy name: String) -> String {
    var text = policies
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + [byte][...].hexadecimal.uppercased()
      }
    }
    return text
  }

  /// The name of a policy, from its address; nil for an address that is none.
  private static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Completion

  /// The names that a value may become.
  static func completion(
    _ params: JSONValue, _ folders: AssistantFolders
  ) throws(ProtocolError) -> JSONValue {
    let (ref, argument) = (params["ref"], params["argument"])
    guard let key = argument["name"].text, let begun = argument["value"].text else {
      throw .invalidParams("`argument` needs a name and a value")
    }
    let names: [String]
    switch (ref["type"].text, ref["uri"].text ?? ref["name"].text ?? "", key) {
    case ("ref/resource", language + "{page}", "page"): names = LanguagePage.all.map { $0.name }
    case ("ref/resource", diagnostics + "{code}", "code"): names = LintRules.pages.map { $0.code }
    case ("ref/resource", schemas + "{name}", "name"): names = SchemaList.all.map { $0.name }
    case ("ref/resource", policies + "{+path}", "path"): names = folders.policies
    case ("ref/prompt", let name, _):
      guard let prompt = AssistantPrompt.all.first(where: { $0.name == name }) else {
        throw .invalidParams("there is no prompt \(JSONText.quoted(name))")
      }
      let isPath = key == "path" && prompt.arguments.contains { $0.name == key }
      names = isPath ? folders.policies : []
    case ("ref/resource", let uri, _):
      throw .invalidParams("there is no template \(JSONText.quoted(uri)) with such an argument")
    default: throw .invalidParams("`ref` is of type ref/prompt or ref/resource")
    }
    let wanted = begun.lowercased()
    let found = names.filter { $0.lowercased().hasPrefix(wanted) }
    let others = names.filter {
      !$0.lowercased().hasPrefix(wanted) && $0.lowercased().contains(wanted)
    }
    let all = found + others
    return .dictionary([
      "completion": .dictionary([
        "values": .list(all.prefix(100).map { .text($0) }), "total": .whole(all.count),
        "hasMore": .boolean(all.count > 100),
      ])
    ])
  }
}
