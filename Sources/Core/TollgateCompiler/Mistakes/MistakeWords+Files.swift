import TollgateSyntax

extension MistakeWords {
  func use(_ fault: UseMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .file(let fault, let path): file(fault, path, span)
    case .header(let statement):
      Diagnostic(
        code: "TG0062", headline: "\(statement.words) is in a file that another one uses",
        span: span, label: "only the file that one begins with says this",
        help: ["move it to \(source.name), or leave it out"])
    }
  }

  private func file(_ fault: UseFault, _ path: String, _ span: Span) -> Diagnostic {
    let shown = "`\(Self.shortened(path))`"
    switch fault {
    case .missing(let near):
      return Self.missing(shown, path, near, span)
    case .spelling(let name):
      return Self.respelled(shown, path, name, span)
    case .notAFile:
      return unusable(
        "\(shown) is not a file", "name a file of a policy, such as `prices.gate`", span)
    case .unreadable(let reason):
      return unusable("\(shown) cannot be read", reason, span)
    case .notText:
      return unusable("\(shown) is not the text of a policy", "it is not written in UTF-8", span)
    case .noFiles:
      return Diagnostic(
        code: "TG0060", headline: "`use` in a text that is not a file", span: span,
        label: "there is no folder to look for it",
        help: ["save the policy as a file, or supply its files with the text"])
    case .tooMany:
      return Diagnostic(
        code: "TG0012", headline: "the policy has more than 1,000 files", span: span,
        label: "the first file that is too many")
    case .tooLong:
      return Diagnostic(
        code: "TG0012", headline: "the files of the policy are larger than 16 MiB together",
        span: span, label: "the first file that is too much")
    case .notRelative, .backslash, .outside, .link: return outside(fault, path, shown, span)
    }
  }

  private func outside(
    _ fault: UseFault, _ path: String, _ shown: String, _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0061", headline: "\(shown) leads out of the folder of the policy", span: span,
      label: "only files of that folder and of folders in it",
      help: ["move the file into the folder of \(source.name)"])
    switch fault {
    case .backslash(let slashed):
      diagnostic.headline = "the path \(shown) is written with `\\`"
      diagnostic.label = "paths are written with `/` on every system"
      diagnostic.help = []
      diagnostic.edits = Self.edits(path, slashed, .safe, span)
    case .notRelative:
      diagnostic.headline =
        path.isEmpty ? "the path of `use` is empty" : "the path \(shown) begins with `/`"
      diagnostic.label = "write the path from the folder of this file"
      diagnostic.help = []
    case .link:
      diagnostic.label = "a link leads there"
      diagnostic.help = ["copy the file into the folder of \(source.name)"]
    default: break
    }
    return diagnostic
  }

  private func unusable(_ headline: String, _ label: String, _ span: Span) -> Diagnostic {
    Diagnostic(code: "TG0060", headline: headline, span: span, label: label)
  }

  private static func missing(
    _ shown: String, _ path: String, _ near: String?, _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0060", headline: "there is no file \(shown)", span: span,
      label: "the path begins in the folder of this file")
    if let near {
      diagnostic.label = "did you mean `\(near)`?"
      diagnostic.edits = edits(path, near, .unsafe, span)
    }
    return diagnostic
  }

  /// Another name at the end of the path, or another path.
  private static func edits(
    _ path: String, _ name: String, _ safety: Diagnostic.Edit.Safety, _ span: Span
  ) -> [Diagnostic.Edit] {
    guard !name.utf8.contains(0x22), !path.utf8.contains(0x22), FilePath(name) != FilePath(path)
    else { return [] }
    let whole = name.utf8.contains(0x2F) ? name : FilePath(path).folder + name
    return [.init(span, "\"\(whole)\"", safety: safety, title: "write `\"\(whole)\"`")]
  }

  /// A name that a person reads like that of the file.
  private static func respelled(
    _ shown: String, _ path: String, _ name: String, _ span: Span
  ) -> Diagnostic {
    var parts: [String] = []
    var hasOtherCase = false
    for part in FilePath(path).allParts {
      let isAlike = FilePath(part).isSpelled(like: name)
      // Texts that look alike are equal, whatever their bytes are.
      hasOtherCase = hasOtherCase || isAlike && part != name
      parts.append(isAlike ? name : part)
    }
    let difference =
      hasOtherCase
      ? "differs from the name of the file by upper and lower case"
      : "has other bytes than the name of the file, though both look alike"
    return Diagnostic(
      code: "TG0060", headline: "\(shown) \(difference)",
      span: span, label: "it is called `\(name)`",
      notes: [
        hasOtherCase
          ? "on some systems the file would not be found"
          : "a letter with an accent can be written as one sign or as two (NFC, NFD)"
      ],
      edits: edits(path, parts.joined(separator: "/"), .safe, span))
  }

  private static func shortened(_ path: String) -> String {
    path.utf8.count > 60 && path.count > 60 ? "…" + String(path.suffix(59)) : path
  }
}
