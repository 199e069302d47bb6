import Foundation
import TestSupport
import Testing

@testable import tollgate

/// `tollgate snapshot --from app-store`: nothing counts that Apple did not sign.
@Suite struct AppStoreSnapshotTests {
  private static let policy = Repository.url("Policies/ExpenseTracker.gate").path

  private func snapshot(_ document: String, _ words: String...) throws -> Shell.Result {
    let arguments = ["snapshot", Self.policy, "--from", "app-store", "-"] + words
    return try Shell.run(Shell.tollgate, arguments, input: Data(document.utf8))
  }

  @Test func theAppMustBeNamed() throws {
    let result = try snapshot("{}")
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.contains("--from app-store needs --bundle-id"))
  }

  /// A signed text of somebody else's.
  @Test func whatCannotBeCheckedIsRefused() throws {
    let header = Data(#"{"alg":"ES256","x5c":["AA==","AA==","AA=="]}"#.utf8).base64EncodedString()
    let payload = Data(#"{"transactionId":"SECRET","signedDate":1772352000000}"#.utf8)
      .base64EncodedString()
    let text = [header, payload, String(repeating: "A", count: 86)].joined(separator: ".")
      .replacingOccurrences(of: "=", with: "")
    let result = try snapshot(text, "--bundle-id", "com.example.app")
    #expect(result.status == 2)
    #expect(result.output == "")
    #if AppStore
      #expect(result.errors.contains("its leaf certificate cannot be read"))
    #else
      #expect(
        result.errors.contains(
          "this build cannot check Apple's signatures; "
            + "`swift run --traits AppStore tollgate snapshot …` builds one that can"))
    #endif
    #expect(!result.errors.contains("SECRET") && !result.errors.contains("eyJ"))
  }
}
