#if Server
  import Foundation
  import TollgateKit
  import Testing

  @testable import TollgateServer

  /// Keys and a signature that OpenSSL made.
  @Suite("Webhook: Google's keys")
  struct WebhookKeyTests {
    static let signature = """
      bnttrOqB0mKLkhllHD0sMA1qoIEPQvZERrfKdsj/uRKJEJjKu+5t0xjdFdAEyROwaON9FIhL496eMiGmchBSUmPE\
      p+EIWV15vezIlB82//LRQ550sbzE4KwaKeCSkczadRv/lJ18EWPPZ28EF3yOlV2Aee5BRSr3J0AvLjyhg+JmJlC/\
      SuIq9jJPLfSUTyKEBk2oMtzxWKR1zIjXu6+OBSNiLuXLSxL8060d3KKIdtkR1m2u/OnACWMtYxkLCJa77w0tXaXs\
      tJny5RosGRo7aIwD+vvngIbeGLrwpcLkyJPbbrrJ1Tk7v/E7uCpy5KlRYWMckgiN/OSiy+pOBNLqSw==
      """

    static let modulus = """
      4dpyPbZVqxVNDholb1KyBN1u7RWySNTRXvET50xOUsRm-xyPtynh1qfny3Pm3j9-\
      Hw8WYdED9qk_3SnxXuT967jnATwmXgSi46SZSE_P2m6fcn9oEuBwtpcEpayP-9TnBCbes0jm-pqYVWMHj--taEtC\
      2Me4A64gEIWeDbwUGmR7UMz_HY1TJ3ysZYp0TiU_BIhxrXxoZVpdLn2jpM2a3RxB_LmdFkNsrQkPCPJhWz7e-\
      wB7e0IlAzt5jB28AsRk-\
      PHRHVZYhnWdnTwU8K3AWE1BOBY1ARTzFXMy6DMtPja98DeWDeqQdvmISWmoZHpUcj31um1G-BvQQCmQKoZSbQ
      """

    static let certificate = #"""
      -----BEGIN CERTIFICATE-----\#
      \nMIIDTzCCAjegAwIBAgIUeCQQoYsqBnV+/kcV/6c849ImuQAwDQYJKoZIhvcNAQEL\nBQAwNjE0MDIGA1UEAwwr\#
      ZmVkZXJhdGVkLXNpZ25vbi5zeXN0ZW0uZ3NlcnZpY2Vh\nY2NvdW50LmNvbTAgFw0yNjExMjgxMTMwMjJaGA8yMT\#
      I2MTEwNDExMzAyMlowNjE0\nMDIGA1UEAwwrZmVkZXJhdGVkLXNpZ25vbi5zeXN0ZW0uZ3NlcnZpY2VhY2NvdW50\#
      \nLmNvbTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAOHacj22VasVTQ4a\nJW9SsgTdbu0VskjU0V7x\#
      E+dMTlLEZvscj7cp4dan58tz5t4/fh8PFmHRA/apP90p\n8V7k/eu45wE8Jl4EouOkmUhPz9pun3J/aBLgcLaXBK\#
      Wsj/vU5wQm3rNI5vqamFVj\nB4/vrWhLQtjHuAOuIBCFng28FBpke1DM/x2NUyd8rGWKdE4lPwSIca18aGVaXS59\#
      \no6TNmt0cQfy5nRZDbK0JDwjyYVs+3vsAe3tCJQM7eYwdvALEZPjx0R1WWIZ1nZ08\nFPCtwFhNQTgWNQEU8xVz\#
      MugzLT42vfA3lg3qkHb5iElpqGR6VHI99bptRvgb0EAp\nkCqGUm0CAwEAAaNTMFEwHQYDVR0OBBYEFEO2QTM9NB\#
      Kqa89jOTcHfArzdrwMMB8G\nA1UdIwQYMBaAFEO2QTM9NBKqa89jOTcHfArzdrwMMA8GA1UdEwEB/wQFMAMBAf8w\#
      \nDQYJKoZIhvcNAQELBQADggEBAHQE5nGjpHiBQEOLNnB1UZLG3y0vqTvLxDhbXTx2\nE0aGbMnPqcQTCcbyP9/E\#
      uSpw9sC/pn3dJZ6+ax4T7tGiW2C+ffdamJdHhPaXOaYp\n5ueJP9v0QHinENsvbtQs9bLZw4FpXNG2BdW7C7evzA\#
      vX+AeFyDfatJ8t/+bNRWsE\ndIy31N0D/PRCjn/05OuiKXlnUbr4iICA9Ci6tlD6/SVlpOq6ILEoePj/+NIwcJnK\#
      \nTZfWUPHQ6DOIxWxHqvYaX7+bU2V5NC7izI4nnD3yyahuQIAhL6m0WYM9PelSgAhF\nF7P7ywU+qi1l253lGJlU\#
      OLLHz4h4zuCpfQsPC/OvCw6V408=\n-----END CERTIFICATE-----
      """#

    static let publicKey = #"""
      -----BEGIN PUBLIC KEY-----\#
      \nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4dpyPbZVqxVNDholb1Ky\nBN1u7RWySNTRXvET50xO\#
      UsRm+xyPtynh1qfny3Pm3j9+Hw8WYdED9qk/3SnxXuT9\n67jnATwmXgSi46SZSE/P2m6fcn9oEuBwtpcEpayP+9\#
      TnBCbes0jm+pqYVWMHj++t\naEtC2Me4A64gEIWeDbwUGmR7UMz/HY1TJ3ysZYp0TiU/BIhxrXxoZVpdLn2jpM2a\#
      \n3RxB/LmdFkNsrQkPCPJhWz7e+wB7e0IlAzt5jB28AsRk+PHRHVZYhnWdnTwU8K3A\nWE1BOBY1ARTzFXMy6DMt\#
      Pja98DeWDeqQdvmISWmoZHpUcj31um1G+BvQQCmQKoZS\nbQIDAQAB\n-----END PUBLIC KEY-----
      """#

    private func check(_ json: String) throws {
      let keys = try GooglePlayKeys(json: Data(json.utf8))
      let signature = try #require(Base64.decode(WebhookKeyTests.signature.utf8, .standard))
      let message = Array("a.b".utf8)
      #expect(keys.verify(message, signature, "k1"))
      #expect(!keys.verify(message, signature, "k2"))
      #expect(!keys.verify(message + [0], signature, "k1"))
      #expect(!keys.verify(message, signature.reversed(), "k1"))
      #expect(!keys.verify(message, [], "k1"))
    }

    @Test("A certificate, a public key and a JWK set are read, and say who signed")
    func keys() throws {
      try check(#"{"k1":"\#(WebhookKeyTests.certificate)"}"#)
      try check(#"{"k1":"\#(WebhookKeyTests.publicKey)"}"#)
      try check(
        #"{"keys":[{"kid":"k1","kty":"RSA","alg":"RS256","e":"AQAB","n":"\#(WebhookKeyTests.modulus)"}]}"#
      )
      for text in ["", "[]", #"{"k1":""}"#, #"{"k1":1}"#, #"{"keys":[{"kid":"k1"}]}"#] {
        #expect(throws: SnapshotError.self) { try GooglePlayKeys(json: Data(text.utf8)) }
      }
    }
  }
#endif
