#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ArgumentParser

/// The option `--locale`.
struct LocaleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of the words, such as en or zh-Hans (default: that of LC_ALL or LANG).",
      valueName: "tag"))
  var locale: String?

  /// The tag to use: the option, or what the environment asks for.
  var tag: String {
    locale ?? LocaleOptions.tag(of: ProcessInfo.processInfo.environment)
  }

  /// The language that the environment asks for: `zh_CN.UTF-8` is `zh-Hans`; English for `C`.
  static func tag(of environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let value = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = String(value.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    switch name.lowercased() {
    case "", "c", "posix": return "en"
    case "zh", "zh-cn", "zh-sg": return "zh-Hans"
    case "zh-tw", "zh-hk", "zh-mo": return "zh-Hant"
    default: return name
    }
  }
}
