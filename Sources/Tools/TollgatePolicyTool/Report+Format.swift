import Foundation
import TollgateSyntax

extension PolicyTool.Report {
  /// Writes files in their canonical form; one that cannot be read as a policy stays as it is.
  mutating func format(_ sources: [Source]) {
    var changed = 0
    for source in sources {
      switch PolicySyntax.format(source) {
      case .text(source.bytes): break
      case .text(let bytes):
        do {
          // A link stays one.
          let file = URL(fileURLWithPath: source.name).resolvingSymlinksInPath()
          try Data(bytes).write(to: file, options: .atomic)
          lines.append("\(source.name): formatted")
          changed += 1
        } catch {
          fail("\(source.name): error: it cannot be written")
        }
      case .unreadable(let diagnostics):
        tell(diagnostics, in: source)
        lines.append("\(source.name): not changed, because of these errors")
      case .refused(let span):
        fail(
          "\(Self.place(span, in: source)): error: not changed, because the new layout"
            + " would change its meaning; please report this with the file")
      }
    }
    lines.append(
      "\(changed) of \(sources.count == 1 ? "1 file" : "\(sources.count) files") formatted")
  }
}
