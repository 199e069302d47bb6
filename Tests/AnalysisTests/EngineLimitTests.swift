import Testing

@testable import TollgateAnalysis

/// What is hard for the engines: they answer rightly or not at all, and always end.
@Suite struct EngineLimitTests {
  private static func space(_ count: Int) -> Space {
    var space = Space()
    for index in 0..<count {
      let quantity = VariableKey(.fact, Int32(index))
      _ = space.place(of: quantity) {
        Variable(quantity, 0...1, usual: 0, weight: 1)
      }
    }
    return space
  }

  /// `(a1 and b1) or … or (an and bn)`, all a before all b: it doubles with each pair.
  private func pairs<E: Engine>(_ engine: inout E, _ count: Int) throws(Exhausted) -> Region {
    var region = Region.nothing
    for index in 0..<count {
      let a = try engine.atLeast(Int32(index), 1)
      let b = try engine.atLeast(Int32(count + index), 1)
      let both = try engine.and(a, b)
      region = try engine.or(region, both)
    }
    return region
  }

  @Test func allAsBeforeAllBs() throws {
    let space = EngineLimitTests.space(40)
    var diagrams = Diagrams(budget: Budget(nodes: 5_000))
    #expect(throws: Exhausted(.nodes, limit: 5_000)) { try pairs(&diagrams, 20) }
    var search = Search(budget: Budget(nodes: 5_000, steps: 2_000))
    let region = try pairs(&search, 20)
    let point = try #require(try search.point(in: region, of: space))
    #expect((0..<20).contains { point.values[$0] == 1 && point.values[20 + $0] == 1 })
    let rest = try search.complement(region)
    #expect(try !search.isEmpty(rest, in: space))
    // Few of them are no trouble.
    var small = Diagrams(budget: Budget(nodes: 5_000))
    let few = try pairs(&small, 6)
    #expect(small.variables(of: few).count == 12)
  }

  /// Random terms of three: the diagram is too large, and the search finds a point outside at once.
  @Test(arguments: 0..<6) func randomTermsOfThree(seed: Int) throws {
    let space = EngineLimitTests.space(40)
    let terms = EngineLimitTests.terms(120, variables: 40, seed: UInt64(seed))
    func build<E: Engine>(_ engine: inout E) throws(Exhausted) -> Region {
      var region = Region.nothing
      for term in terms {
        var all = Region.everything
        for (variable, isSet) in term {
          let part =
            isSet ? try engine.atLeast(variable, 1) : try engine.below(variable, 1)
          all = try engine.and(all, part)
        }
        region = try engine.or(region, all)
      }
      return region
    }
    func holds(_ point: Point) -> Bool {
      terms.contains { term in term.allSatisfy { (point[$0.0] == 1) == $0.1 } }
    }
    var diagrams = Diagrams(budget: Budget(nodes: 4_000))
    do throws(Exhausted) {
      let region = try build(&diagrams)
      let rest = try diagrams.complement(region)
      if let point = try diagrams.point(in: rest, of: space) { #expect(!holds(point)) }
    } catch {
      #expect(error.resource == .nodes)
    }
    var search = Search(budget: Budget(nodes: 4_000, steps: 2_000))
    let region = try build(&search)
    let inside = try #require(try search.point(in: region, of: space))
    #expect(holds(inside))
    let rest = try search.complement(region)
    let outside = try #require(try search.point(in: rest, of: space))
    #expect(!holds(outside))
  }

  private static func terms(
    _ count: Int, variables: Int, seed: UInt64
  ) -> [[(Int32, Bool)]] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    return (0..<count).map { _ in
      (0..<3).map { _ in (Int32(next(variables)), next(2) == 1) }
    }
  }

  /// More pigeons than holes: it cannot be, and the search may give up on it.
  @Test(arguments: [(3, true), (5, true), (8, false)]) func pigeonhole(
    holes: Int, isSmall: Bool
  ) throws {
    let space = EngineLimitTests.space((holes + 1) * holes)
    func place(_ pigeon: Int, _ hole: Int) -> Int32 { Int32(pigeon * holes + hole) }
    func build<E: Engine>(_ engine: inout E) throws(Exhausted) -> Region {
      var region = Region.everything
      for pigeon in 0...holes {
        var somewhere = Region.nothing
        for hole in 0..<holes {
          let here = try engine.atLeast(place(pigeon, hole), 1)
          somewhere = try engine.or(somewhere, here)
        }
        region = try engine.and(region, somewhere)
      }
      for hole in 0..<holes {
        for first in 0...holes {
          for second in 0..<first {
            let one = try engine.below(place(first, hole), 1)
            let two = try engine.below(place(second, hole), 1)
            let either = try engine.or(one, two)
            region = try engine.and(region, either)
          }
        }
      }
      return region
    }
    var search = Search(budget: Budget(nodes: 20_000, steps: isSmall ? 20_000 : 300))
    let region = try build(&search)
    if isSmall {
      #expect(try search.isEmpty(region, in: space))
    } else {
      #expect(throws: Exhausted(.steps, limit: 300)) { try search.isEmpty(region, in: space) }
    }
    var diagrams = Diagrams(budget: Budget(nodes: isSmall ? 200_000 : 3_000))
    do throws(Exhausted) {
      let region = try build(&diagrams)
      #expect(region == .nothing)
    } catch {
      #expect(!isSmall && error.resource == .nodes)
    }
  }

  /// Half of many: a diagram of moderate size.
  @Test func atLeastHalf() throws {
    var diagrams = Diagrams(budget: Budget())
    var counts: [Region] = [.everything] + [Region](repeating: .nothing, count: 32)
    for variable in 0..<64 {
      let isSet = try diagrams.atLeast(Int32(variable), 1)
      for count in counts.indices.reversed() where count > 0 {
        let more = try diagrams.and(isSet, counts[count - 1])
        counts[count] = try diagrams.or(counts[count], more)
      }
    }
    let space = EngineLimitTests.space(64)
    let point = try #require(try diagrams.point(in: counts[32], of: space))
    #expect(point.values.reduce(0, +) == 32)
  }
}
