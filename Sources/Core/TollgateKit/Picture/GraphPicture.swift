package import TollgateRuntime
import TollgateSyntax
package import TollgateWords

/// The rule graph of a policy, or of some of its targets, as boxes and arrows: targets, the rules
/// about them, what those ask for, and what gives it. With a situation it shows what is true, false
/// or unknown. It is made once; each way to write it is one file.
package struct GraphPicture: Sendable, Bilingual {
  /// The policy's name, or its file's.
  package var policy: String
  /// The target that it was asked to show; `nil` for the whole policy.
  package var target: String?
  /// The time of the situation that it shows; `nil` if none was given.
  package var time: String?
  /// In an order in which a box comes after the first one with an arrow to it.
  package var boxes: [Box] = []
  package var arrows: [Arrow] = []
  package let language: Language

  package init(policy: String, target: String?, time: String?, language: Language = .english) {
    self.language = language
    self.policy = policy
    self.target = target
    self.time = time
  }

  /// A box: a part of the graph.
  package struct Box: Sendable, Hashable {
    package var kind: Kind
    /// Its text: names, a rule as it is written, a condition in words.
    package var text: String
    /// Its kind in a few words: `rule, line 12`; empty if the text says it.
    package var caption: String
    /// Its result in the situation.
    package var finding: BoxStatus?
  }

  package enum Kind: String, Sendable, CaseIterable {
    case target, setting, rule, step, condition, entitlement, grant, product
  }

  /// The result of a box.
  package struct BoxStatus: Sendable, Hashable {
    package var state: State
    /// The state in words, with the reason: `fails: limit-reached`.
    package var words: String
  }

  package enum State: String, Sendable, CaseIterable {
    /// It is true or allowed, or the user has it.
    case yes
    case no
    case unknown
    /// It fails, and that only warns now.
    case warned
    /// It plays no part: a product that is not bought.
    case neutral

    /// A sign that tells it without colour.
    package var mark: String {
      switch self {
      case .yes: "✓"
      case .no: "✗"
      case .unknown: "?"
      case .warned: "!"
      case .neutral: "–"
      }
    }
  }

  /// An arrow from a box to what it depends on.
  package struct Arrow: Sendable, Hashable {
    package var from: Int
    package var to: Int
    /// The meaning of the arrow; empty for “asks for”.
    package var label: String
  }

  /// `bills in ExpenseTracker, as of 2026-03-01T08:00:00Z`
  package var title: String {
    let what = target.map { words("\($0) in \(policy)", "\(policy)：\($0)") } ?? policy
    guard let time else { return what }
    // Nobody reads milliseconds.
    let second = time.firstIndex(of: ".").map { time[..<$0] + "Z" } ?? time[...]
    return words("\(what), as of \(second)", "\(what)，截至 \(String(second))")
  }

  /// The boxes that an arrow leads to from each box, with the arrows' labels.
  package var children: [[(box: Int, label: String)]] {
    var children: [[(box: Int, label: String)]] = boxes.map { _ in [] }
    for arrow in arrows { children[arrow.from].append((arrow.to, arrow.label)) }
    return children
  }
}

extension GraphPicture {
  /// The picture for Graphviz: `tollgate graph POLICY --format dot | dot -Tpdf`.
  package var dot: String {
    var text = """
      digraph tollgate {
        rankdir=LR
        label=\(GraphPicture.dotQuoted(title))
        labelloc=t
        node [shape=box, fontname="sans-serif", style="filled", fillcolor="#f6f8fa"]
        edge [fontname="sans-serif", fontsize=10, color="#59636e"]

      """
    for (index, box) in boxes.enumerated() {
      text += "  \(GraphPicture.id(index)) [\(GraphPicture.dotAttributes(of: box))]\n"
    }
    for arrow in arrows {
      text += "  \(GraphPicture.id(arrow.from)) -> \(GraphPicture.id(arrow.to))"
      text += arrow.label.isEmpty ? "\n" : " [label=\(GraphPicture.dotQuoted(arrow.label))]\n"
    }
    return text + "}\n"
  }

  private static func dotAttributes(of box: Box) -> String {
    let label = box.lines.map(Escape.dot).joined(separator: "\\n")
    var attributes = "label=\"\(label)\""
    var styles = ["filled"]
    if [.target, .setting, .condition].contains(box.kind) { styles.append("rounded") }
    if let state = box.finding?.state {
      let look = PictureColors.light[state]
      attributes +=
        ", fillcolor=\"\(look.fill)\", color=\"\(look.line)\", fontcolor=\"\(look.text)\""
      if state == .no { attributes += ", penwidth=3" }
      if state == .unknown { styles.append("dashed") }
    }
    if box.kind == .product || box.kind == .entitlement { attributes += ", peripheries=2" }
    return attributes + ", style=\"\(styles.joined(separator: ","))\""
  }

  private static func dotQuoted(_ text: String) -> String { "\"\(Escape.dot(text))\"" }
}

extension GraphPicture.Box {
  /// All that it says, line by line.
  var lines: [String] { (caption.isEmpty ? [] : [caption]) + [text] + words }

  /// Its result with the mark: no line or one.
  var words: [String] { finding.map { ["\($0.state.mark) \($0.words)"] } ?? [] }
}

extension GraphPicture {
  /// The picture as JSON, schema 1: `nodes` with `id`, `kind`, `text`, `caption`, `state` (`yes`,
  /// `no`, `unknown`, `warned`, or null where no situation was given) and `finding` (the state in
  /// words), and `edges` with `from`, `to` and `label`.
  package var json: String {
    JSONWriter.document(pretty: true) { writer in
      writer.member("schema", 1)
      writer.member("policy", policy)
      writer.member("target", target)
      writer.member("at", time)
      writer.key("nodes")
      writer.array { writer in
        for (index, box) in boxes.enumerated() { write(box, index, to: &writer) }
      }
      writer.array("edges", arrows) { arrow, writer in
        writer.object { writer in
          writer.member("from", GraphPicture.id(arrow.from))
          writer.member("to", GraphPicture.id(arrow.to))
          writer.member("label", arrow.label.isEmpty ? nil : arrow.label)
        }
      }
    } + "\n"
  }

  private func write(_ box: Box, _ index: Int, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", GraphPicture.id(index))
      writer.member("kind", box.kind.rawValue)
      writer.member("text", box.text)
      writer.member("caption", box.caption)
      writer.member("state", box.finding?.state.rawValue)
      writer.member("finding", box.finding?.words)
    }
  }

  /// The name of a box in formats that need one.
  static func id(_ box: Int) -> String { "n\(box + 1)" }
}

extension GraphPicture {
  /// The picture for Mermaid, which Markdown pages on GitHub and GitLab draw.
  package var mermaid: String {
    var text = "flowchart LR\n"
    for (index, box) in boxes.enumerated() {
      let label = box.lines.map(Escape.mermaid).joined(separator: "<br/>")
      let (open, close) = GraphPicture.mermaidShape(of: box.kind)
      text += "  \(GraphPicture.id(index))\(open)\"\(label)\"\(close)"
      text += box.finding.map { ":::\($0.state.rawValue)" } ?? ""
      text += "\n"
    }
    for arrow in arrows {
      let label = arrow.label.isEmpty ? "" : "|\"\(Escape.mermaid(arrow.label))\"|"
      text += "  \(GraphPicture.id(arrow.from)) -->\(label) \(GraphPicture.id(arrow.to))\n"
    }
    guard time != nil else { return text }
    for state in State.allCases {
      let look = PictureColors.light[state]
      text +=
        "  classDef \(state.rawValue) fill:\(look.fill),stroke:\(look.line),color:\(look.text)"
      if state == .no { text += ",stroke-width:3px" }
      if state == .unknown { text += ",stroke-dasharray:4 3" }
      text += "\n"
    }
    return text
  }

  private static func mermaidShape(of kind: Kind) -> (String, String) {
    switch kind {
    case .target: ("([", "])")
    case .setting: ("[(", ")]")
    case .step: ("[\\", "\\]")
    case .rule: ("[", "]")
    case .condition: ("(", ")")
    case .entitlement: ("{{", "}}")
    case .grant: ("[/", "/]")
    case .product: ("[[", "]]")
    }
  }
}

extension GraphPicture {
  /// How many boxes a drawing may have: more than these nobody can read.
  package static let mostDrawn = 400

  /// The picture as a drawing that needs nothing else: no script, no font, no other program.
  ///
  /// It is drawn down or across the page, whichever is narrower, in the colours that the reader's
  /// system asks for, light or dark, with a legend. `nil` if there are more than ``mostDrawn``
  /// boxes, or ten times as many arrows.
  package var svg: String? {
    guard boxes.count <= GraphPicture.mostDrawn, arrows.count <= 10 * GraphPicture.mostDrawn else {
      return nil
    }
    return PictureDrawing(self).svg
  }
}

extension PictureDrawing {
  var svg: String {
    let size = "\(number(width)) \(number(height))"
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
      viewBox="0 0 \(size)" \
      style="max-width:100%;height:auto" class="tollgate" role="img" \
      aria-labelledby="tollgate-title tollgate-desc">
      <title id="tollgate-title">\(Escape.markup(picture.title))</title>
      <desc id="tollgate-desc">\(Escape.markup(picture.summary))</desc>
      <style>
      \(PictureDrawing.style)</style>
      <defs><marker id="tollgate-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
      <rect class="page" width="\(number(width))" height="\(number(height))"/>

      """
    for (index, line) in titles.enumerated() {
      let y = PictureDrawing.margin + 14 + 20 * Double(index)
      svg += "<text class=\"title\" x=\"\(number(PictureDrawing.margin))\" y=\"\(number(y))\">"
      svg += "\(Escape.markup(line))</text>\n"
    }
    for (arrow, path) in zip(picture.arrows, paths) {
      let style = arrow.label.isEmpty ? "arrow" : "arrow aside"
      svg += "<path class=\"\(style)\" d=\"\(path)\" marker-end=\"url(#tollgate-tip)\"/>\n"
    }
    for label in labels {
      svg += text(label.text, style: "label", .caption, x: label.frame.x, y: label.baseline) + "\n"
    }
    for index in picture.boxes.indices { svg += box(index) }
    return svg + legendElements + "</svg>\n"
  }

  private func box(_ index: Int) -> String {
    let box = picture.boxes[index]
    let frame = frames[index]
    let state = box.finding?.state
    let classes = [box.kind.rawValue] + (state.map { [$0.rawValue] } ?? [])
    let spoken =
      (box.caption.isEmpty ? "" : "\(box.caption): ") + box.text
      + (box.finding.map { ". \($0.words)" } ?? "")
    var svg = "<g class=\"\(classes.joined(separator: " "))\">"
    svg += "<title>\(Escape.markup(spoken))</title>"
    svg += rect(frame, rounding: PictureDrawing.rounding(of: box.kind))
    for line in blocks[index].lines {
      svg += text(
        line.text, style: line.style.rawValue, line.style, x: frame.x + PictureBlock.padding,
        y: frame.y + line.baseline)
    }
    return svg + "</g>\n"
  }

  func rect(_ frame: Frame, rounding: Int) -> String {
    "<rect x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" "
      + "width=\"\(number(frame.width))\" height=\"\(number(frame.height))\" rx=\"\(rounding)\"/>"
  }

  /// A line of text, as wide as it was measured in whatever font it is drawn.
  func text(
    _ text: String, style: String, _ measure: PictureBlock.Style, x: Double, y: Double
  ) -> String {
    let length = number(measure.width(of: text))
    return "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
      + "textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\">\(Escape.markup(text))</text>"
  }

  static func rounding(of kind: GraphPicture.Kind) -> Int {
    switch kind {
    case .target, .setting: 16
    case .rule, .step, .grant: 0
    case .condition: 10
    case .entitlement, .product: 4
    }
  }

  func number(_ value: Double) -> String { PictureDrawing.number(value) }
}

extension GraphPicture {
  /// The picture in words, for people who do not see it.
  var summary: String {
    var counts: [String] = []
    for (kind, one, many) in [
      (Kind.target, "target", "targets"), (.setting, "setting", "settings"),
      (.rule, "rule", "rules"), (.step, "step", "steps"),
      (.entitlement, "entitlement", "entitlements"), (.product, "product", "products"),
    ] {
      let count = boxes.count { $0.kind == kind }
      if count > 0 {
        counts.append(words("\(count) \(count == 1 ? one : many)", "\(count) \(name(of: kind))"))
      }
    }
    var sentences = [words("Rule graph with \(list(counts)).", "规则图：\(list(counts))。")]
    for box in boxes where [.target, .setting, .rule].contains(box.kind) {
      guard let finding = box.finding, sentences.count < 40 else { continue }
      sentences.append(words("\(box.text): \(finding.words).", "\(box.text)：\(finding.words)。"))
    }
    return sentences.joined(separator: words(" ", ""))
  }

  /// The name of a kind of box, in the singular.
  func name(of kind: Kind) -> String {
    switch kind {
    case .target: words("feature or meter", "功能或计量项")
    case .setting: words("setting", "设置")
    case .rule: words("rule", "规则")
    case .step: words("step", "档位")
    case .condition: words("condition", "条件")
    case .entitlement: words("entitlement", "权益")
    case .grant: words("grant", "授权")
    case .product: words("product", "商品")
    }
  }
}

extension GraphPicture {
  /// The picture as an indented list: below each box the boxes that it depends on. A box with several
  /// users is written out below the first one.
  package var text: String {
    let children = children
    var seen = [Bool](repeating: false, count: boxes.count)
    var text = title + "\n"
    for (index, box) in boxes.enumerated() where [.target, .setting].contains(box.kind) {
      text += "\n"
      // A stack rather than a call of itself: however deep a graph is, there is room.
      var stack = [(box: index, label: "", depth: 0)]
      while let top = stack.popLast() {
        let isKnown = seen[top.box] && !children[top.box].isEmpty
        text +=
          line(top.box, top.label, top.depth) + (isKnown ? words(" (see above)", "（见上文）") : "")
          + "\n"
        guard !seen[top.box] else { continue }
        seen[top.box] = true
        for child in children[top.box].reversed() {
          stack.append((child.box, child.label, top.depth + 1))
        }
      }
    }
    return text
  }

  /// `✗ rule, line 5: bills > 500 requires pro [fails: limit-reached]`
  private func line(_ index: Int, _ label: String, _ depth: Int) -> String {
    let box = boxes[index]
    var line = String(repeating: "  ", count: depth)
    if let finding = box.finding { line += finding.state.mark + " " }
    if !label.isEmpty { line += label + " " }
    line += box.caption.isEmpty ? box.text : "\(box.caption): \(box.text)"
    if let finding = box.finding { line += " [\(finding.words)]" }
    return line
  }
}

/// The situation whose results a picture shows: the snapshot, the question and the time.
package struct PictureSituation: Sendable {
  package var snapshot: PreparedSnapshot
  package var ask: Ask
  package var now: Instant

  package init(snapshot: PreparedSnapshot, ask: Ask, now: Instant) {
    self.snapshot = snapshot
    self.ask = ask
    self.now = now
  }

  /// Effective now, as decisions see it.
  var time: Int64 { max(now.milliseconds, snapshot.floor) }

  /// The evaluation that decisions are made by.
  var evaluation: Evaluation<NoObserver> { snapshot.evaluation(at: now.milliseconds, ask) }
}

extension PictureBuilder {
  /// The state of a product for the user.
  func finding(
    ofProduct product: Int32, in situation: PictureSituation
  ) -> GraphPicture.BoxStatus {
    let (snapshot, time) = (situation.snapshot, situation.time)
    let grants = snapshot.grants.filter { $0.product == product }
    for grant in grants {
      for span in grant.counts where span.contains(time) {
        guard span.isFresh || time < snapshot.input.staleAt else {
          return .init(state: .unknown, words: words("bought, data too old", "已购买，数据过旧"))
        }
        let state = grant.state.rawValue
        return .init(state: .yes, words: words("bought, \(state)", "已购买，\(state)"))
      }
    }
    if let grant = grants.first {
      let state = grant.state.rawValue
      return .init(
        state: .no, words: words("bought, does not count: \(state)", "已购买，但不计入：\(state)"))
    }
    let isWayIn = waysIn.contains(graph.parts.products[Int(product)].name)
    return .init(
      state: .neutral,
      words: isWayIn ? words("not bought: a way in", "未购买：可解锁") : words("not bought", "未购买"))
  }
}

/// The lines of a box as they are drawn, and the room they take.
struct PictureBlock {
  struct TextLine {
    var text: String
    /// The class of its style.
    var style: Style
    /// The baseline of its letters, from the top of the box.
    var baseline: Double
    var width: Double
  }

  enum Style: String {
    case caption, name, mark

    var size: Double { self == .name ? 14 : 11.5 }
    /// How wide a line may be.
    var longest: Double { self == .name ? 200 : 190 }
    /// How much wider its letters are than plain ones: marks are bold.
    private var stretch: Double { self == .mark ? 1.08 : 1.02 }

    func width(of text: String) -> Double { LetterWidths.width(of: text) * size * stretch }
  }

  private(set) var lines: [TextLine] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  static let padding = 10.0
  private static let most = 6

  init(_ box: GraphPicture.Box) {
    height = PictureBlock.padding - 3
    if !box.caption.isEmpty { add(box.caption, .caption) }
    add(box.text, .name)
    for words in box.words { add(words, .mark) }
    height += PictureBlock.padding - 2
    width += 2 * PictureBlock.padding
  }

  private mutating func add(_ text: String, _ style: Style) {
    let lines = PictureBlock.wrapped(text, in: style.longest, style.width)
    for line in lines {
      let lineWidth = style.width(of: line)
      self.lines.append(
        TextLine(text: line, style: style, baseline: height + style.size, width: lineWidth))
      height += style.size + 5
      width = max(width, lineWidth)
    }
  }

  /// A text in lines that are not too wide, broken between words if there are some; a text that
  /// has too many lines ends in `…`.
  static func wrapped(
    _ text: String, in longest: Double, _ width: (String) -> Double
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if width(longer) <= longest {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, width(line + String(character)) > longest {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    guard lines.count > most else { return lines }
    return Array(lines.prefix(most - 1)) + ["…"]
  }
}
