import TollgateSyntax

extension Shape {
  /// Writes the members of the JSON Schema of this shape.
  func writeMembers(to writer: inout JSONWriter) {
    if !about.isEmpty { writer.member("description", about) }
    switch kind {
    case .text(let pattern):
      writer.member("type", "string")
      if let pattern { writer.member("pattern", pattern) }
    case .boolean: writer.member("type", "boolean")
    case .null: writer.member("type", "null")
    case .integer(let least):
      writer.member("type", "integer")
      if let least { writer.member("minimum", Int(least)) }
    case .percentage:
      writer.member("type", "number")
      writer.member("minimum", 0)
      writer.member("maximum", 100)
    case .version(let number): writer.member("const", Int(number))
    case .words(let words): writer.member("enum", words)
    case .list(let element):
      writer.member("type", "array")
      writer.key("items")
      element.write(to: &writer)
    case .table(let value):
      writer.member("type", "object")
      writer.key("additionalProperties")
      value.write(to: &writer)
    case .object(let members): Shape.write(members, to: &writer)
    case .either(let shapes):
      writer.array("anyOf", shapes) { shape, writer in shape.write(to: &writer) }
    case .named(let name, _): writer.member("$ref", "#/$defs/\(name)")
    }
  }

  private func write(to writer: inout JSONWriter) {
    writer.object { writeMembers(to: &$0) }
  }

  private static func write(_ members: Members, to writer: inout JSONWriter) {
    writer.member("type", "object")
    let fixed = members.list.filter { !$0.key.hasPrefix("^") }
    let patterns = members.list.filter { $0.key.hasPrefix("^") }
    writer.member("required", fixed.map { $0.key }.filter { !$0.hasSuffix("?") })
    writer.object("properties") { writer in
      for (key, shape) in fixed {
        let isOptional = key.hasSuffix("?")
        writer.key(isOptional ? String(key.dropLast()) : key)
        (isOptional ? Shape.orNull(shape) : shape).write(to: &writer)
      }
    }
    guard !patterns.isEmpty else { return }
    writer.object("patternProperties") { writer in
      for (key, shape) in patterns {
        writer.key(key)
        Shape.orNull(shape).write(to: &writer)
      }
    }
  }

  /// Writes the shapes that are written once, each under its name.
  func writeDefinitions(to writer: inout JSONWriter) {
    var definitions: [(name: String, shape: Shape)] = []
    collectDefinitions(into: &definitions)
    guard !definitions.isEmpty else { return }
    writer.object("$defs") { writer in
      for definition in definitions {
        writer.key(definition.name)
        definition.shape.write(to: &writer)
      }
    }
  }

  private func collectDefinitions(into found: inout [(name: String, shape: Shape)]) {
    switch kind {
    case .list(let shape), .table(let shape): shape.collectDefinitions(into: &found)
    case .object(let members):
      for member in members.list { member.value.collectDefinitions(into: &found) }
    case .either(let shapes):
      for shape in shapes { shape.collectDefinitions(into: &found) }
    case .named(let name, let shape):
      guard !found.contains(where: { $0.name == name }) else { return }
      found.append((name, shape))
      shape.collectDefinitions(into: &found)
    case .text, .boolean, .null, .integer, .percentage, .version, .words: break
    }
  }
}
