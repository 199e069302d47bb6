import Foundation
import TestSupport
import Testing

/// The page that `tollgate table --format html` writes: well-formed, accessible, on its own.
@Suite struct HTMLTableTests {
  private static let policies = Repository.policies

  private func page(_ policy: String, _ locale: String, input: String = "") throws -> String {
    let result = try Command.run(
      "table", policy, "--format", "html", "--locale", locale, "--at", "2026-03-20", input: input)
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.output
  }

  @Test(arguments: policies, ["en", "zh-Hans", "ar"])
  func everyPageStandsOnItsOwn(policy: String, locale: String) throws {
    let text = try page(Repository.url(policy).path, locale)
    let document = try Markup(text)
    let html = try #require(document.elements.first)
    #expect(html.name == "html")
    #expect(html.attributes == ["lang": locale, "dir": locale == "ar" ? "rtl" : "ltr"])
    for cell in document.elements where cell.name == "th" {
      #expect(["col", "row", "rowgroup"].contains(cell.attributes["scope"]))
    }
    #expect(document.elements.filter { $0.name == "table" }.count == 1)
    #expect(document.elements.contains { $0.name == "caption" })
    let region = document.elements.first { $0.attributes["role"] == "region" }
    #expect(region?.attributes["tabindex"] == "0")
    #expect(
      document.elements.contains { $0.attributes["id"] == region?.attributes["aria-labelledby"] })
    let headings = document.elements.map(\.name).filter { ["h1", "h2"].contains($0) }
    #expect(headings == ["h1", "h2", "h2"])
    for word in ["<script", "javascript:", "http:", "https:", "url(", "@import", "src=", "href="] {
      #expect(!text.contains(word), "\(policy): \(word)")
    }
  }

  /// A mark that stands for a word has the word beside it for who cannot see it.
  @Test func everyMarkHasAWord() throws {
    let text = try page(Repository.url("Policies/Billiards.gate").path, "en")
    let marks = text.components(separatedBy: "<span aria-hidden=\"true\">").dropFirst()
    #expect(marks.count == 11 * 5 + 2)
    for mark in marks.dropLast(2) {
      let isYes = mark.hasPrefix("✓</span><span class=\"said\">included</span></td>")
      #expect(isYes || mark.hasPrefix("–</span><span class=\"said\">not included</span></td>"))
    }
  }

  @Test func labelsAreNeverMarkup() throws {
    let labels = [
      "</title><script>alert(1)</script>", "\" onmouseover=\"x", "' & < > &amp; ]]>",
      "<!-- x", "{{x}}",
    ]
    let quoted = labels.map { $0.replacingOccurrences(of: "\"", with: "\\\"") }
    let text = try page(
      "-", "en\"><script>",
      input: """
        policy P "\(quoted[0])"
        product p "\(quoted[1])"
          grants e
          price 1 EUR once
          benefit "\(quoted[2])"
        feature f "\(quoted[3])"
          benefit "\(quoted[4])"
        f requires e

        """)
    let document = try Markup(text)
    #expect(document.elements.first?.attributes == ["lang": "en", "dir": "ltr"])
    #expect(!document.elements.contains { $0.name == "script" })
    #expect(document.elements.allSatisfy { $0.attributes["onmouseover"] == nil })
    for label in labels { #expect(document.texts.contains(label), "\(label)") }
  }

  @Test func theBodyIsExact() throws {
    let text = try page(
      "-", "en",
      input: """
        policy Shop "Shop & Co"
        tiers free "Free" < pro "Pro"
        product annual "Annual"
          grants pro
          price 12 USD per year
          recommended
        meter bills "Bills"
        feature export "Export"
        bills > 500 requires pro
        export requires pro

        """)
    let body = text.components(separatedBy: "</head>\n").last
    #expect(body == HTMLTableTests.body)
  }

  @Test func anEmptyPolicySaysSo() throws {
    let document = try Markup(try page("-", "zh-Hans", input: ""))
    #expect(document.texts.contains("没有可比较的内容。"))
    #expect(!document.elements.contains { $0.name == "table" })
  }
}

// MARK: Colours

extension HTMLTableTests {
  /// WCAG 2 AA: 4.5 for every text on every ground it stands on, 3 for what is no text.
  @Test func theContrastIsEnoughInEveryScheme() throws {
    let text = try page(Repository.url("Policies/Kombin.gate").path, "en")
    let schemes = try Contrast.schemes(in: text)
    #expect(schemes.count == 3)
    let grounds = ["page", "card", "head", "tint"]
    for (name, colors) in schemes {
      for ink in ["ink", "muted", "accent"] {
        for ground in grounds {
          let ratio = try Contrast.ratio(colors, ink, ground)
          #expect(ratio >= 4.5, "\(name): \(ink) on \(ground) is \(ratio)")
        }
      }
      #expect(try Contrast.ratio(colors, "on-accent", "accent") >= 4.5, "\(name)")
    }
  }

  /// Every colour of the page is one of those that are compared.
  @Test func noColourIsOutsideTheSchemes() throws {
    let text = try page(Repository.url("Policies/Kombin.gate").path, "en")
    let style = try #require(
      text.components(separatedBy: "<style>").last?
        .components(separatedBy: "</style>").first)
    let known = Set(try Contrast.schemes(in: text)[0].colors.keys.map { "var(--\($0))" })
    for line in style.split(separator: "\n") where !line.contains("  --") {
      #expect(!line.contains("#") || line.contains("#plans"), "\(line)")
      #expect(!line.contains("rgb") && !line.contains("hsl"), "\(line)")
      for piece in line.components(separatedBy: "var(").dropFirst() {
        #expect(known.contains("var(" + piece.prefix { $0 != ")" } + ")"), "\(line)")
      }
    }
  }
}

/// The colours of a page and how well they can be told apart.
enum Contrast {
  /// The custom properties of each `:root` of a style sheet, in order: light, dark, print.
  static func schemes(in page: String) throws -> [(name: String, colors: [String: String])] {
    let blocks = page.components(separatedBy: ":root {").dropFirst()
    return zip(["light", "dark", "print"], blocks).map { name, block in
      var colors: [String: String] = [:]
      for line in (block.components(separatedBy: "}").first ?? "").split(separator: ";") {
        let parts = line.split(separator: ":").map {
          $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard parts.count == 2, parts[0].hasPrefix("--") else { continue }
        colors[String(parts[0].dropFirst(2))] = parts[1]
      }
      return (name, colors)
    }
  }

  static func ratio(_ colors: [String: String], _ a: String, _ b: String) throws -> Double {
    let lights = try [a, b].map { luminance(try #require(colors[$0])) }.sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  /// The relative luminance of `#rrggbb`, as WCAG 2 defines it.
  private static func luminance(_ color: String) -> Double {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { part in
      let part = Double(part) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
