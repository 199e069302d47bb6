import TestSupport
import Testing
import TollgateRuntime

@testable import TollgateCompiler

/// Equal conditions are one node, and what is certain is folded.
struct GraphBuilderTests {
  private func leaves(_ count: Int32, _ builder: inout GraphBuilder) -> [Int32] {
    (0..<count).map { builder.leaf(Node(.inRollout, a: $0)) }
  }

  @Test func folding() {
    var builder = GraphBuilder()
    let (a, b) = (leaves(2, &builder)[0], leaves(2, &builder)[1])
    let (always, never) = (builder.always(), builder.never())
    #expect(builder.all([]) == always)
    #expect(builder.any([]) == never)
    #expect(builder.all([a, always]) == a)
    #expect(builder.all([a, never, b]) == never)
    #expect(builder.any([a, never]) == a)
    #expect(builder.any([a, always]) == always)
    #expect(builder.all([a, a]) == a)
    let notA = builder.not(a)
    #expect(builder.not(notA) == a)
    #expect(builder.not(always) == never)
    // Not certain: an unknown `a` makes it unknown.
    let both = builder.all([a, notA])
    #expect(builder.nodes[Int(both)].kind == .all)
  }

  @Test func flatteningAndSharing() {
    var builder = GraphBuilder()
    let leaves = leaves(4, &builder)
    let inner = builder.all([leaves[2], leaves[1]])
    let outer = builder.all([leaves[3], inner, leaves[0]])
    let node = builder.nodes[Int(outer)]
    #expect(Array(builder.edges[Int(node.a)..<Int(node.a + node.b)]) == leaves)
    #expect(builder.all(leaves.reversed()) == outer)
    #expect(builder.any(leaves) != outer)
    var again = GraphBuilder(nodes: builder.nodes, edges: builder.edges)
    #expect(again.all(leaves) == outer)
    #expect(again.nodes.count == builder.nodes.count)
  }

  @Test func nameSets() {
    let (low, high) = (NameSet(3), NameSet(100))
    let both = low.union(high)
    #expect(both.members == [3, 100])
    #expect(both.isSuperset(of: low) && both.isSuperset(of: high) && !low.isSuperset(of: both))
    #expect(low.precedes(high) && !high.precedes(low) && high.precedes(both))
    #expect(NameSet(64).precedes(NameSet(65)) && !NameSet(64).precedes(NameSet(64)))
  }

  @Test func cyclesWithoutRecursion() {
    let length = 100_000
    var chain = (0..<length).map { [Int32($0 + 1)] }
    chain.append([])
    #expect(Cycles(chain).cycles.isEmpty)
    #expect(Cycles(chain).order.first == length)
    chain[length] = [0]
    #expect(Cycles(chain).cycles.map(\.count) == [length + 1])
    #expect(Cycles([[1, 2], [0], [2]]).cycles == [[0, 1], [2]])
    #expect(Cycles([[1, 2], [0], [2]]).closed == [[2]])
    #expect(Cycles([[1, 2], [0], []]).closed == [])
    #expect(Cycles([[1, 2], [0], [0]]).closed == [[0, 1]])
    #expect(Cycles([[1], [2], [1]]).closed == [[1, 2]])
    #expect(Cycles([[1], [2], [3], [1, 4], [4], []]).closed == [[4]])
  }
}
