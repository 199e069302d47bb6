import TollgateRuntime
import TollgateSyntax

extension SettingState {
  /// Writes the value of a setting, what is possible, and what can be bought for a better one.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      value.writeValue(to: &writer)
      writer.member("unit", kind.unit)
      writer.member("unlimited", value.isUnlimited)
      writer.object("possible") { writer in
        possible.writeValue(to: &writer)
        writer.member("unlimited", possible.isUnlimited)
      }
      writer.array("better", better) { better, writer in
        writer.object { writer in
          better.value.writeValue(to: &writer)
          writer.member("unlimited", better.value.isUnlimited)
          writer.member("buy", better.products)
        }
      }
    }
  }
}

extension SettingValue {
  /// Writes a value with its unit.
  package func write(to writer: inout JSONWriter, unit: String?) {
    writer.object { writer in
      writeValue(to: &writer)
      writer.member("unit", unit)
      writer.member("unlimited", isUnlimited)
    }
  }

  /// Writes `value`: a number, the name of a choice, or `null` for unlimited.
  fileprivate func writeValue(to writer: inout JSONWriter) {
    if case .choice(let name, _) = self {
      writer.member("value", name)
    } else {
      writer.member("value", number: number)
    }
  }
}

extension Setting.Kind {
  /// The unit of a value; nil for a choice.
  package var unit: String? {
    switch self {
    case .count: "count"
    case .bytes: "bytes"
    case .seconds: "seconds"
    case .basisPoints: "basis-points"
    case .choice: nil
    }
  }
}
