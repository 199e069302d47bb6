import Foundation
import TestSupport
import Testing

/// The web pages of the gallery are what the command writes.
///
/// With `TOLLGATE_RECORD=1` what was written replaces what is there, and the run fails.
@Suite struct GalleryPageTests {
  static let folder = "Policies/Gallery"

  static var policies: [String] {
    Repository.policies.filter { $0.hasPrefix(folder + "/") }
  }

  @Test(arguments: GalleryPageTests.policies, ["en", "zh-Hans"])
  func thePageIsAsGenerated(policy: String, locale: String) throws {
    let result = try Command.run(
      "table", Repository.url(policy).path, "--format", "html", "--locale", locale)
    #expect(result.status == 0)
    let name = policy.split(separator: "/").last?.split(separator: ".").first ?? ""
    let path = "\(GalleryPageTests.folder)/pages/\(name)\(locale == "en" ? "" : "." + locale).html"
    let url = Repository.url(path)
    guard (try? String(contentsOf: url, encoding: .utf8)) != result.output else { return }
    let isRecording = ProcessInfo.processInfo.environment["TOLLGATE_RECORD"] == "1"
    if isRecording {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try result.output.write(to: url, atomically: true, encoding: .utf8)
    }
    let fate = isRecording ? "was recorded anew: read the change" : "is not what the command writes"
    Issue.record("\(path) \(fate)")
  }

  /// Ten policies and their pages, and nothing else.
  @Test func everyPageHasAPolicy() throws {
    #expect(GalleryPageTests.policies.count == 10)
    let pages = Repository.files(below: GalleryPageTests.folder + "/pages", endingIn: ".html")
    #expect(pages.count == 2 * GalleryPageTests.policies.count)
  }
}
