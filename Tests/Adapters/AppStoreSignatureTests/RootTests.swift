import Testing
import TollgateAppStore

@Suite struct RootTests {
  @Test("a chain may end in another certificate of the trusted key and name, as in Apple's library")
  func anotherEditionOfTheRoot() async throws {
    let authority = try Authority()
    let chain = Array(authority.chain[..<2]) + [authority.otherRoot]
    #expect(authority.otherRoot != authority.chain[2])
    let text = try authority.text(transaction(), chain: chain)
    #expect(await AppStoreVerifier.trusting(authority).refusal(of: text) == nil)
    // The same name with another key is somebody else.
    let other = try Authority()
    let forged = try authority.text(
      transaction(), chain: Array(authority.chain[..<2]) + [other.chain[2]])
    #expect(await AppStoreVerifier.trusting(authority).refusal(of: forged)?.refusal == .root)
  }
}
