import Foundation
import TestSupport
import Testing
import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import TollgateKit

/// The drawing: well-formed, readable in light and dark, and nothing on top of anything.
@Suite struct DrawingTests {
  /// Reads XML and keeps the texts of its elements by their class or name.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var texts: [String] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if name == "text" || name == "title" || name == "desc" { texts.append(text) }
    }
  }

  private func read(_ svg: String) -> Reader? {
    let parser = XMLParser(data: Data(svg.utf8))
    let reader = Reader()
    parser.delegate = reader
    return parser.parse() ? reader : nil
  }

  private static func picture(seed: UInt64) throws -> GraphPicture? {
    var generator = Naive.Generator(seed: seed)
    let example = try Case(generator.policy())
    let (snapshot, ask) = generator.situation(for: example.evaluator)
    let known = try Snapshot(json: Data(snapshot.json().utf8))
    let prepared = example.engine.prepare(known)
    let situation = PictureSituation(
      snapshot: prepared, ask: Ask(), now: Instant(milliseconds: Int64(ask.now)))
    return example.engine.picture(in: seed % 2 == 0 ? situation : nil)
  }

  @Test(arguments: Repository.policies) func shippedPoliciesAreDrawn(path: String) throws {
    let policy = try Policy(contentsOf: Repository.url(path))
    let picture = try #require(policy.picture())
    let svg = try #require(picture.svg)
    let reader = try #require(read(svg), "\(path): it is no XML")
    #expect(reader.texts.first == policy.name)
    let legend = PictureDrawing(picture).legend.count
    #expect(legend > 2)
    #expect(reader.elements["g"] == picture.boxes.count + legend)
    #expect(reader.elements["script"] == nil)
  }

  @Test func anyNameIsWrittenSoThatXMLHoldsIt() throws {
    let svg = try #require(PictureTests.hostile.svg)
    let reader = try #require(read(svg))
    #expect(reader.texts[0] == "<\"&, as of now")
    #expect(reader.texts.contains { $0.contains(#"a "b" \n <i>&amp; 账单 --> ]]%%"#) })
  }

  @Test(arguments: 0..<10) func nothingLiesOnAnythingElse(lot: Int) throws {
    for seed in UInt64(lot * 10)..<UInt64(lot * 10 + 10) {
      guard let picture = try DrawingTests.picture(seed: seed) else { continue }
      let drawing = PictureDrawing(picture)
      let frames = drawing.frames
      for (index, frame) in frames.enumerated() {
        #expect(frame.x >= 0 && frame.y >= 0, "seed \(seed)")
        #expect(frame.x + frame.width <= drawing.width, "seed \(seed)")
        #expect(frame.y + frame.height <= drawing.height, "seed \(seed)")
        for other in frames[..<index] {
          let isApart =
            frame.x + frame.width < other.x || other.x + other.width < frame.x
            || frame.y + frame.height < other.y || other.y + other.height < frame.y
          #expect(isApart, "seed \(seed)")
        }
      }
      #expect(read(drawing.svg) != nil, "seed \(seed)")
    }
  }

  /// The pictures of the shipped policies, whole and target by target, and of random ones.
  private static func drawings() throws -> [(name: String, drawing: PictureDrawing)] {
    var pictures: [(String, GraphPicture?)] = []
    for path in Repository.policies {
      let policy = try Policy(contentsOf: Repository.url(path))
      for locale in ["en", "zh-Hans"] { pictures.append((path, policy.picture(locale: locale))) }
      for target in policy.graph.targets.prefix(12) {
        let name = policy.graph.parts.targets[Int(target.index)].name
        pictures.append(("\(path) \(name)", policy.picture(of: name)))
      }
    }
    for seed in UInt64(0)..<60 { pictures.append(("seed \(seed)", try picture(seed: seed))) }
    return pictures.compactMap { name, picture in
      guard let picture, picture.svg != nil else { return nil }
      return (name, PictureDrawing(picture))
    }
  }

  /// No line and no tip of an arrow runs through words: neither those beside arrows nor those in
  /// boxes.
  @Test func noArrowRunsThroughWords() throws {
    var labels = 0
    for (name, drawing) in try DrawingTests.drawings() {
      labels += drawing.labels.count
      let words = drawing.labels.map { $0.frame }
      for (index, frame) in words.enumerated() {
        let others = words[..<index] + drawing.frames
        #expect(
          !others.contains { DrawingTests.meet(frame, $0) }, "\(name): \(drawing.labels[index])")
        #expect(frame.x >= 0 && frame.x + frame.width <= drawing.width, "\(name)")
      }
      for path in drawing.paths {
        let points = DrawingTests.points(of: path)
        // A line is 1.25 wide; a tip is 8.75 long, and as wide at its base.
        let end = points[points.count - 1]
        let isFlat = points[points.count - 2].y == end.y
        for (place, point) in points.enumerated() {
          let isTip = abs(point.x - end.x) + abs(point.y - end.y) <= 8.75
          let (narrow, wide) = (0.7, isTip ? 4.4 : 0.7)
          let (x, y) = isFlat ? (narrow, wide) : (wide, narrow)
          let around = PictureDrawing.Frame(
            x: point.x - x, y: point.y - y, width: 2 * x, height: 2 * y)
          let through = words.filter { DrawingTests.meet(around, $0) }
          #expect(through.isEmpty, "\(name): \(path) at \(point)")
          // Boxes are met where an arrow begins and ends alone.
          guard place > 0, place < points.count - 1, !isTip else { continue }
          let inside = drawing.frames.filter {
            $0.x + 1 < point.x && point.x < $0.x + $0.width - 1 && $0.y + 1 < point.y
              && point.y < $0.y + $0.height - 1
          }
          #expect(inside.isEmpty, "\(name): \(path) at \(point)")
        }
      }
    }
    #expect(labels > 100)
  }

  private static func meet(_ a: PictureDrawing.Frame, _ b: PictureDrawing.Frame) -> Bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }

  /// Points all along a path, which is made of `M`, `L` and `C`, close to each other.
  private static func points(of path: String) -> [(x: Double, y: Double)] {
    var points: [(x: Double, y: Double)] = []
    for part in path.split(whereSeparator: { "MLC".contains($0) }) {
      let numbers = part.split(separator: " ").compactMap { Double($0) }
      let ends = stride(from: 0, to: numbers.count - 1, by: 2).map {
        (numbers[$0], numbers[$0 + 1])
      }
      guard let start = points.last else {
        points.append((x: ends[0].0, y: ends[0].1))
        continue
      }
      let line = [(start.x, start.y)] + ends
      for step in 1...60 {
        var corners = line
        let share = Double(step) / 60
        while corners.count > 1 {
          corners = zip(corners, corners.dropFirst()).map { a, b in
            (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
          }
        }
        points.append((x: corners[0].0, y: corners[0].1))
      }
    }
    return points
  }

  /// A target has one outcome: no rule about it is unknown while it is denied.
  @Test func aRuleSaysNoWhereItsTargetDoes() throws {
    var denied = 0
    for seed in UInt64(0)..<200 where seed % 2 == 0 {
      guard let picture = try DrawingTests.picture(seed: seed) else { continue }
      for box in picture.boxes where box.kind == .rule {
        #expect(box.finding?.state != .unknown, "seed \(seed): \(box)")
        if box.finding?.state == .no { denied += 1 }
      }
    }
    #expect(denied > 20)
  }

  @Test(arguments: 0..<10) func wordsFitTheirBoxes(lot: Int) throws {
    for seed in UInt64(lot * 10)..<UInt64(lot * 10 + 10) {
      guard let picture = try DrawingTests.picture(seed: seed) else { continue }
      let drawing = PictureDrawing(picture)
      for (block, frame) in zip(drawing.blocks, drawing.frames) {
        #expect(!block.lines.isEmpty)
        for line in block.lines {
          #expect(line.width == line.style.width(of: line.text))
          #expect(line.width <= frame.width - 2 * PictureBlock.padding + 0.01, "seed \(seed)")
          #expect(line.baseline < frame.height)
        }
      }
    }
  }

  @Test func longTextsAreBrokenAndCut() {
    func wrapped(_ text: String, columns: Double) -> [String] {
      PictureBlock.wrapped(text, in: columns) { Double(DisplayCell.width(of: $0)) }
    }
    #expect(wrapped("a bb ccc", columns: 4) == ["a bb", "ccc"])
    #expect(wrapped("abcdefghi j", columns: 4) == ["abcd", "efgh", "i j"])
    #expect(wrapped("账单账单", columns: 4) == ["账单", "账单"])
    #expect(wrapped("", columns: 4) == [""])
    let words = (1...20).map { "w\($0)" }.joined(separator: " ")
    #expect(wrapped(words, columns: 3).count == 6)
    #expect(wrapped(words, columns: 3).last == "…")
  }

  /// A denial can be seen: in colour, in a sign and in words.
  @Test func aDenialIsMarked() throws {
    let policy = try policy("bills > 500 requires pro\n")
    var known = Snapshot(asOf: try instant("2026-03-01"))
    known.usage["bills"] = Usage(500)
    let situation = PictureSituation(
      snapshot: policy.prepare(known), ask: Ask(), now: try instant("2026-03-01"))
    let svg = try #require(policy.picture(of: "bills", in: situation)?.svg)
    #expect(svg.contains("<g class=\"target no\">"))
    #expect(svg.contains("✗ denied: limit-reached"))
    #expect(svg.contains("<g class=\"rule no\">"))
    #expect(svg.contains("✗ fails: limit-reached"))
    #expect(svg.contains("bills &gt; 500 requires pro: fails: limit-reached."))
    let marks = Set(GraphPicture.State.allCases.map { $0.mark })
    #expect(marks.count == GraphPicture.State.allCases.count)
  }

  @Test func aDrawingSpeaksTheLanguageOfItsReader() throws {
    let policy = try policy(
      """
      tiers free "Free" zh-Hans "免费版" < pro "Pro" zh-Hans "专业版"
      product annual "Annual" zh-Hans "年度订阅"
        grants pro
        price 12 CNY per year
      meter bills "Bills" zh-Hans "账单"
      series L1..L4 "Course" zh-Hans "课程"
      bills > 500 requires pro
      L2..L4 requires pro
      """)
    let english = try #require(policy.picture(locale: "en"))
    #expect(english.boxes.map { $0.text }.contains("Annual"))
    #expect(english.boxes.map { $0.text }.contains("Course L2–L4"))
    let chinese = try #require(policy.picture(locale: "zh-Hans"))
    let texts = chinese.boxes.map { "\($0.caption)：\($0.text)" }
    #expect(texts.contains("等级：专业版"))
    #expect(texts.contains("商品，每年 12 CNY：年度订阅"))
    #expect(texts.contains("限额：账单不超过 500"))
    let svg = try #require(chinese.svg)
    #expect(svg.contains(">商品</text>"))
    // Programs read names.
    #expect(try #require(policy.picture()).json.contains("\"text\": \"annual\""))
  }

  // MARK: Colours

  @Test(arguments: [true, false]) func contrastIsEnough(isLight: Bool) {
    let colors = isLight ? PictureColors.light : PictureColors.dark
    for look in [colors.plain, colors.yes, colors.no, colors.unsure] {
      #expect(contrast(look.text, look.fill) >= 4.5)
      #expect(contrast(look.line, colors.page) >= 3)
    }
    #expect(contrast(colors.ink, colors.page) >= 4.5)
    #expect(contrast(colors.faint, colors.page) >= 4.5)
    #expect(contrast(colors.arrow, colors.page) >= 3)
    #expect(PictureDrawing.style.contains(colors.no.fill))
  }

  /// The contrast of two colours, as WCAG 2.2 has it.
  private func contrast(_ a: String, _ b: String) -> Double {
    let lights = [luminance(a), luminance(b)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private func luminance(_ color: String) -> Double {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
