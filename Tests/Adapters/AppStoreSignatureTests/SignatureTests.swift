import Foundation
import Testing
import TollgateAppStore
import TollgatePurchases

/// Only texts signed by Apple are accepted, and each mistake has its own reason.
@Suite struct SignatureTests {
  let authority: Authority
  let verifier: AppStoreVerifier

  init() throws {
    authority = try Authority()
    verifier = .trusting(authority)
  }

  @Test("LG-SEC-P2 a genuine transaction is a record")
  func genuine() async throws {
    let text = try authority.text(transaction())
    let result = await verifier.verify(text)
    guard case .genuine(let record) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(record.transactionID == "2000000000000001")
    #expect(record.verification == .device)
    #expect(record.paid == Money("30", "CNY"))
    #expect(AppleSignatureCheck.isAvailable)
    let server = await AppStoreVerifier.trusting(authority, as: .server).verify(text)
    guard case .genuine(let record) = server else {
      Issue.record("\(server)")
      return
    }
    #expect(record.verification == .server)
  }

  @Test func theRootMustBeApples() async throws {
    let apple = AppStoreVerifier(
      AppStoreApp(bundleID: "com.example.app"), signatures: AppleSignatureCheck())
    let text = try authority.text(transaction())
    #expect(await apple.refusal(of: text)?.refusal == .root)
    #expect(await apple.verify(text) == .invalid(.signer))
  }

  @Test func aForeignChainIsRefused() async throws {
    let other = try Authority()
    let text = try other.text(transaction())
    #expect(await verifier.refusal(of: text)?.refusal == .root)
    // The trusted root below a foreign intermediate, and a trusted chain below a foreign leaf.
    let chains = [
      [other.chain[0], other.chain[1], authority.chain[2]],
      [other.chain[0], authority.chain[1], authority.chain[2]],
      [authority.chain[0], other.chain[1], authority.chain[2]],
    ]
    for chain in chains {
      let text = try other.text(transaction(), chain: chain)
      #expect(await verifier.refusal(of: text)?.refusal == .chain)
    }
    // The trusted chain, and another's signature.
    let stolen = try other.text(transaction(), chain: authority.chain)
    #expect(await verifier.refusal(of: stolen)?.refusal == .signature)
    #expect(await verifier.verify(stolen) == .invalid(.signature))
  }

  @Test(arguments: [0, 1, 2, 4])
  func aChainHasThreeCertificates(_ count: Int) async throws {
    let chain = Array((authority.chain + [authority.chain[2]]).prefix(count))
    let text = try authority.text(transaction(), chain: chain)
    #expect(await verifier.refusal(of: text)?.refusal == .chainLength(count))
  }

  @Test func theOrderOfTheChainCounts() async throws {
    let chain = authority.chain
    let swapped = try authority.text(transaction(), chain: [chain[1], chain[0], chain[2]])
    #expect(await verifier.refusal(of: swapped)?.refusal == .marker(.leaf))
    let rootFirst = try authority.text(transaction(), chain: [chain[2], chain[1], chain[0]])
    #expect(await verifier.refusal(of: rootFirst)?.refusal == .root)
    let rootOnly = try authority.text(transaction(), chain: [chain[2], chain[2], chain[2]])
    #expect(await verifier.refusal(of: rootOnly)?.refusal == .marker(.leaf))
  }

  @Test func eachCertificateMustBeOneOfTheAppStore() async throws {
    let cases: [(Authority.Recipe, AppStoreRefusal)] = [
      (Authority.Recipe(leafMarker: false), .marker(.leaf)),
      (Authority.Recipe(intermediateMarker: false), .marker(.intermediate)),
      (Authority.Recipe(intermediateIsAuthority: false), .chain),
      (Authority.Recipe(leafOfAnother: true), .chain),
      (Authority.Recipe(unknownCritical: true), .chain),
      (Authority.Recipe(wrongCurve: true), .curve),
    ]
    for (recipe, fault) in cases {
      let authority = try Authority(recipe)
      let text = try authority.text(transaction())
      #expect(await AppStoreVerifier.trusting(authority).refusal(of: text)?.refusal == fault)
    }
  }

  /// Valid when it was signed, 59 days after the beginning of 2026; today does not matter.
  @Test func certificatesMustHaveBeenValidWhenItWasSigned() async throws {
    let cases: [(Authority.Recipe, AppStoreRefusal.Certificate?)] = [
      (Authority.Recipe(leafDays: -30..<59), .leaf),
      (Authority.Recipe(leafDays: 60..<365), .leaf),
      (Authority.Recipe(intermediateDays: -365..<59), .intermediate),
      (Authority.Recipe(rootDays: 60..<3650), .root),
      (Authority.Recipe(leafDays: 59..<60), nil),
    ]
    for (recipe, place) in cases {
      let authority = try Authority(recipe)
      let text = try authority.text(transaction())
      let error = await AppStoreVerifier.trusting(authority).refusal(of: text)
      #expect(
        error?.refusal
          == place.map { .notValid($0, at: .init(milliseconds: signedAt)) })
    }
  }

  @Test func onlyES256Counts() async throws {
    for name in ["none", "HS256", "RS256", "ES384"] {
      let text = try authority.text(
        transaction(), header: #"{"alg":"\#(name)","x5c":CHAIN}"#)
      #expect(await verifier.refusal(of: text)?.refusal == .algorithm(name))
    }
    let bare = try authority.text(
      transaction(), header: #"{"alg":"none"}"#, signature: { _ in [] })
    #expect(await verifier.refusal(of: bare)?.refusal == .algorithm("none"))
    let own = try authority.text(transaction(), header: #"{"alg":"SECRET","x5c":CHAIN}"#)
    #expect(await verifier.refusal(of: own)?.refusal == .algorithm(nil))
    let critical = try authority.text(
      transaction(), header: #"{"alg":"ES256","crit":["b64"],"b64":false,"x5c":CHAIN}"#)
    #expect(await verifier.refusal(of: critical)?.refusal == .criticalHeader)
  }

  @Test func aSignatureIsRaw() async throws {
    let text = try authority.text(transaction()) { raw in
      Array(try P256Signature.der(raw))
    }
    guard case .signatureLength(let count) = await verifier.refusal(of: text)?.refusal else {
      Issue.record("DER was not refused as such")
      return
    }
    #expect((68...72).contains(count))
    let zeros = try authority.text(transaction()) { _ in [UInt8](repeating: 0, count: 64) }
    #expect(await verifier.refusal(of: zeros)?.refusal == .signature)
    let ones = try authority.text(transaction()) { _ in [UInt8](repeating: 0xFF, count: 64) }
    #expect(await verifier.refusal(of: ones)?.refusal == .signature)
  }

  @Test func unreadableCertificatesAreRefused() async throws {
    for (index, place) in AppStoreRefusal.Certificate.allCases.enumerated() {
      var chain = authority.chain
      chain[index] = [0x30, 0x82, 0xFF, 0xFF]
      let text = try authority.text(transaction(), chain: chain)
      #expect(await verifier.refusal(of: text)?.refusal == .certificate(place))
      chain[index] = authority.chain[index] + [0]
      let longer = try authority.text(transaction(), chain: chain)
      #expect(await verifier.refusal(of: longer)?.refusal == .certificate(place))
    }
  }
}
