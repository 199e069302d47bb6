#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ArgumentParser
import TollgateKit

/// The option `--locale`.
struct LocaleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The language of the text, such as en or zh-Hans (default: the language of LC_ALL or LANG, if \
      Tollgate speaks it or the policy has labels in it; otherwise English).
      """,
      valueName: "tag"))
  var locale: String?

  /// The tag for a policy: that of the option; otherwise that of the environment, if there are
  /// words in it; otherwise English.
  func tag(for policy: Policy) -> String {
    if let locale { return locale }
    let tag = LocaleOptions.tag(of: ProcessInfo.processInfo.environment)
    return LocaleOptions.speaks(tag) || policy.hasLabels(in: tag) ? tag : "en"
  }

  /// Whether Tollgate has its own words in a language: English or Chinese.
  private static func speaks(_ tag: String) -> Bool {
    ["en", "zh"].contains(tag.prefix { $0 != "-" }.lowercased())
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
