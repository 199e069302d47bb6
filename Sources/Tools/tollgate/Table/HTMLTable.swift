import TollgateKit
import TollgateSyntax
import TollgateWords

/// A comparison as a page of its own: no scripts, nothing to load, well-formed XML. It follows the
/// reader's colour scheme, fits a phone, and prints.
struct HTMLTable {
  let table: PlanTable
  let words: TableWords

  init(_ table: PlanTable) {
    self.table = table
    words = TableWords(table.locale)
  }

  var text: String {
    let language = HTMLText.language(table.locale)
    let direction = HTMLText.direction(table.locale)
    let heading = words.words("Plans and prices", "方案与价格")
    let title = table.title.isEmpty ? heading : "\(table.title) – \(heading)"
    return """
      <!DOCTYPE html>
      <html lang="\(language)" dir="\(direction)">
      <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="generator" content="tollgate table" />
      <meta name="tollgate-policy" content="\(Escape.markup(table.fingerprint))" />
      \(HTMLText.element("title", title))
      <style>
      \(HTMLStyle.sheet)</style>
      </head>
      <body>
      <main>
      <header>
      \(headings(heading))
      </header>
      \(table.columns.isEmpty ? nothing : cards + comparison)</main>
      </body>
      </html>

      """
  }

  private func headings(_ heading: String) -> String {
    guard !table.title.isEmpty else { return HTMLText.element("h1", heading) }
    return HTMLText.element("h1", table.title) + "\n"
      + HTMLText.element("p", heading, "class=\"lead\"")
  }

  private var nothing: String {
    HTMLText.element("p", words.words("There is nothing to compare.", "没有可比较的内容。")) + "\n"
  }
}
