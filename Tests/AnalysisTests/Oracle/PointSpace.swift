import TollgateRuntime

/// The representatives of everything that rules read beside what is held: one axis for each thing,
/// one value for each region of it. A point is a value of every axis.
struct PointSpace {
  var axes: [Axis] = []
  private(set) var strides: [Int] = []
  private(set) var count = 1
  /// How many words hold a bit for each point.
  var words: Int { (count + 63) / 64 }

  struct Axis {
    var kind: Kind
    var size: Int
  }

  enum Kind: Hashable {
    /// Now and the date facts together.
    case time
    /// The buckets of all rollouts: they have one subject.
    case subject
    case fact(Int32)
    case counter(PolicyReadings.CounterName)
    /// Whether the snapshot brings an allowance of its own.
    case own(Int32)
  }

  mutating func add(_ kind: Kind, size: Int) {
    axes.append(Axis(kind: kind, size: size))
    strides.append(count)
    count = min(count * size, 1 << 40)
  }

  func axis(_ kind: Kind) -> Int? { axes.firstIndex { $0.kind == kind } }

  /// The value of an axis at a point.
  func value(_ axis: Int, at point: Int) -> Int { point / strides[axis] % axes[axis].size }

  var all: Bits {
    var bits = Bits(count: words)
    bits.insert(0..<count)
    return bits
  }

  /// The points whose value on an axis passes a test.
  func points(_ axis: Int, where test: (Int) -> Bool) -> Bits {
    let size = axes[axis].size
    let passes = (0..<size).map(test)
    let stride = strides[axis]
    var bits = Bits(count: words)
    var point = 0
    while point < count {
      for value in 0..<size {
        if passes[value] { bits.insert(point..<point + stride) }
        point += stride
      }
    }
    return bits
  }
}
