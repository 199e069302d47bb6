import Foundation

/// Puts together an SVG that is readable on light and dark pages: it brings its own ground, and
/// its colours follow the reader's.
struct Canvas {
  private var elements: [String] = []

  mutating func text(
    _ text: String, at x: Double, _ y: Double, style: String, anchor: String = "start"
  ) {
    let escaped = text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
    elements.append(
      "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">"
        + "\(escaped)</text>")
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
    path([(x1, y1), (x2, y2)], style: style)
  }

  mutating func path(_ points: [(Double, Double)], style: String) {
    let places = points.map { "\(number($0.0)) \(number($0.1))" }.joined(separator: " L")
    elements.append("<path class=\"line \(style)\" d=\"M\(places)\"/>")
  }

  mutating func dot(_ x: Double, _ y: Double, style: String, isFull: Bool) {
    let kind = isFull ? "full" : "ring"
    elements.append(
      "<circle class=\"\(kind) \(style)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"4.5\"/>")
  }

  func svg(width: Double, height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
    width="\(number(width))" height="\(number(height))" role="img" \
    aria-label="What decisions, snapshots and policies cost in time">
    <style>\(Canvas.style)</style>
    <rect class="ground" width="100%" height="100%" rx="6"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private func number(_ value: Double) -> String {
    let text = String(format: "%.1f", value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static let style = """

    svg { --ground: #ffffff; --ink: #1f2328; --quiet: #59636e; --grid: #d8dee4;
      --engine: #0969da; --name: #8250df; --hand: #bc4c00; }
    @media (prefers-color-scheme: dark) {
      svg { --ground: #0d1117; --ink: #e6edf3; --quiet: #9198a1; --grid: #30363d;
        --engine: #4493f8; --name: #ab7df8; --hand: #f0883e; }
    }
    text { font: 13px system-ui, sans-serif; fill: var(--ink);
      paint-order: stroke; stroke: var(--ground); stroke-width: 3px; }
    .title { font-size: 20px; font-weight: 600; }
    .small, .axis { font-size: 11px; fill: var(--quiet); }
    .ground { fill: var(--ground); }
    .line { fill: none; stroke-width: 2; }
    .line.grid { stroke: var(--grid); stroke-width: 1; }
    .line.bar { stroke-width: 4; stroke-opacity: 0.35; stroke-linecap: round; }
    .line.engine, .ring.engine { stroke: var(--engine); }
    .line.name, .ring.name { stroke: var(--name); }
    .line.hand, .ring.hand { stroke: var(--hand); }
    .full.engine { fill: var(--engine); }
    .full.name { fill: var(--name); }
    .full.hand { fill: var(--hand); }
    .full.any { fill: var(--quiet); }
    .ring.any { stroke: var(--quiet); }
    .ring { fill: var(--ground); stroke-width: 2; }

    """
}
