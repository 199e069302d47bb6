import Foundation
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// A served policy with the validators of its answer, as it is kept in a file: a line of JSON, and
/// then the bytes of the policy.
struct KeptPolicy: Sendable {
  let body: Data
  /// The seal of a sealed policy.
  let seal: String?
  let etag: String?
  let lastModified: String?

  init(_ body: Data, seal: String? = nil, validatorsOf response: PolicyResponse) {
    self.body = body
    self.seal = seal
    etag = response.etag
    lastModified = response.lastModified
  }

  /// The headers that ask the server whether there is another one.
  var validators: [String: String] {
    var headers: [String: String] = [:]
    headers["If-None-Match"] = etag
    headers["If-Modified-Since"] = lastModified
    return headers
  }

  /// Reads a file; nil if there is none, or it is something else.
  init?(contentsOf file: URL) {
    guard let data = try? Data(contentsOf: file), let end = data.firstIndex(of: 0x0A),
      let value = try? JSONReader.read([UInt8](data[..<end])),
      let object = try? JSONObject(value), object["kept"] == .integer(1)
    else { return nil }
    body = Data(data[data.index(after: end)...])
    seal = try? object.read("seal", Read.text)
    etag = try? object.read("etag", Read.text)
    lastModified = try? object.read("lastModified", Read.text)
  }

  /// Writes the file, whole or not at all.
  func write(to file: URL) throws(PolicyUpdateError) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("kept", 1)
      writer.member("seal", seal)
      writer.member("etag", etag)
      writer.member("lastModified", lastModified)
    }
    do {
      try (Data(writer.text.utf8) + [0x0A] + body).write(to: file, options: .atomic)
    } catch {
      throw .unwritable(path: file.path, reason: "\(error)")
    }
  }
}
