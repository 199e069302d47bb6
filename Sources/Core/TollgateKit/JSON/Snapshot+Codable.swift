// Embedded Swift has no coders.
#if canImport(Foundation)
  public import TollgateRuntime

  extension Snapshot: Codable {
    /// Reads a snapshot with any decoder, in the shape of ``init(json:)-(String)``, so that it can be
    /// a part of an app's own documents.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the place and the words of the ``SnapshotError``,
    ///   which is its underlying error.
    public init(from decoder: any Decoder) throws {
      let tree = try CodedValue(from: decoder).value
      do throws(SnapshotError) {
        try self.init(json: tree)
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: error.description,
            underlyingError: error))
      }
    }

    /// Writes the snapshot with any encoder, in the shape of ``json(pretty:)``. Dates and versions
    /// are then texts.
    public func encode(to encoder: any Encoder) throws {
      let tree: JSONValue
      do throws(SnapshotError) {
        tree = try SnapshotError.read(Array(json().utf8))
      } catch {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: error.description,
            underlyingError: error))
      }
      try CodedValue(value: tree).encode(to: encoder)
    }
  }

  /// A JSON document that a coder reads or writes.
  private struct CodedValue: Codable {
    var value: JSONValue

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(value: JSONValue) {
      self.value = value
    }

    init(from decoder: any Decoder) throws {
      if let object = try? decoder.container(keyedBy: Key.self) {
        value = .object(
          try object.allKeys.map { key in
            JSONValue.Member(key.stringValue, try object.decode(CodedValue.self, forKey: key).value)
          })
      } else if var list = try? decoder.unkeyedContainer() {
        var values: [JSONValue] = []
        while !list.isAtEnd { values.append(try list.decode(CodedValue.self).value) }
        value = .list(values)
      } else {
        value = try CodedValue.single(decoder.singleValueContainer())
      }
    }

    private static func single(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
      if container.decodeNil() { return .null }
      if let isTrue = try? container.decode(Bool.self) { return .boolean(isTrue) }
      if let number = try? container.decode(Int64.self) { return .integer(number) }
      if let number = try? container.decode(Double.self) { return .number("\(number)") }
      return .text(try container.decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
      switch value {
      case .object(let members):
        var container = encoder.container(keyedBy: Key.self)
        for member in members {
          try container.encode(
            CodedValue(value: member.value), forKey: Key(stringValue: member.key))
        }
      case .list(let values):
        var container = encoder.unkeyedContainer()
        for value in values { try container.encode(CodedValue(value: value)) }
      case .null, .boolean, .integer, .number, .text:
        var container = encoder.singleValueContainer()
        switch value {
        case .boolean(let isTrue): try container.encode(isTrue)
        case .integer(let number): try container.encode(number)
        case .number(let text), .text(let text): try container.encode(text)
        case .null, .list, .object: try container.encodeNil()
        }
      }
    }
  }
#endif
