import TestSupport
import Testing

@testable import TollgateKit

/// Boxes in layers.
@Suite struct LayeredLayoutTests {
  private func layout(_ count: Int, _ arrows: [(from: Int, to: Int)]) -> LayeredLayout {
    let sizes = (0..<count).map { _ in LayeredLayout.Size(along: 50, across: 20) }
    return LayeredLayout(sizes: sizes, arrows: arrows)
  }

  @Test func eachArrowLeadsToALaterLayer() {
    let layout = layout(5, [(0, 1), (1, 2), (0, 2), (0, 3), (3, 4)])
    #expect(layout.items.prefix(5).map { $0.layer } == [0, 1, 2, 1, 2])
    // The arrow over two layers has a bend in the one between.
    #expect(layout.layers.map { $0.count } == [1, 3, 2])
    #expect(layout.paths[2].count == 5)
  }

  @Test func crossingsAreUndone() {
    let layout = layout(6, [(0, 5), (1, 4), (2, 3)])
    #expect(layout.crossings == 0)
  }

  @Test func aBoxStandsInTheMiddleOfWhatItIsJoinedWith() {
    let layout = layout(3, [(0, 1), (0, 2)])
    let middles = layout.items.map { $0.middle }
    #expect(abs(middles[0] - (middles[1] + middles[2]) / 2) < 0.01)
  }

  @Test func partsThatNothingJoinsStandSideBySide() {
    // Three rows: a chain, a fan of four, a chain.
    let layout = layout(9, [(0, 1), (2, 3), (2, 4), (2, 5), (2, 6), (7, 8)])
    let rows = layout.items.map { $0.middle - 10 }.sorted()
    for (row, next) in zip(rows, rows.dropFirst()) { #expect(next - row <= 38.01) }
    #expect(rows.first == 0)
  }

  @Test func nothingAndCirclesArePlaced() {
    #expect(layout(0, []).size.along == 0)
    #expect(layout(1, [(0, 0)]).corners.count == 1)
    #expect(layout(3, [(0, 1), (1, 2), (2, 1)]).paths.count == 3)
  }

  @Test func arrowsPassNoBox() {
    var random = Naive.SplitMix64(seed: 21)
    for round in 0..<100 {
      let count = 2 + random.below(20)
      let sizes = (0..<count).map { _ in
        LayeredLayout.Size(
          along: Double(10 + random.below(90)), across: Double(10 + random.below(40)))
      }
      let arrows = (0..<random.below(40)).map { _ -> (from: Int, to: Int) in
        let from = random.below(count - 1)
        return (from, from + 1 + random.below(count - from - 1))
      }
      let layout = LayeredLayout(sizes: sizes, arrows: arrows)
      let corners = layout.corners
      for path in layout.paths {
        // Straight pieces lie in a layer; between layers there are no boxes.
        for place in stride(from: 0, to: path.count - 1, by: 2) {
          let (start, end) = (path[place], path[place + 1])
          #expect(start.across == end.across && start.along <= end.along)
          let isCrossing = zip(corners, sizes).contains { corner, size in
            corner.along < end.along && corner.along + size.along > start.along
              && corner.across < start.across && corner.across + size.across > start.across
          }
          #expect(!isCrossing, "round \(round)")
        }
      }
    }
  }

  @Test func neighboursOfALayerAreApart() {
    var random = Naive.SplitMix64(seed: 9)
    for round in 0..<100 {
      let count = 2 + random.below(20)
      let arrows = (0..<random.below(60)).map { _ -> (from: Int, to: Int) in
        let from = random.below(count - 1)
        return (from, from + 1 + random.below(count - from - 1))
      }
      let layout = layout(count, arrows)
      for arrow in arrows {
        #expect(layout.items[arrow.from].layer < layout.items[arrow.to].layer, "round \(round)")
      }
      for layer in layout.layers {
        for (first, second) in zip(layer, layer.dropFirst()) {
          let (a, b) = (layout.items[first], layout.items[second])
          let gap = b.middle - b.across / 2 - (a.middle + a.across / 2)
          #expect(gap >= LayeredLayout.gapAcross - 0.01, "round \(round)")
        }
      }
    }
  }
}
