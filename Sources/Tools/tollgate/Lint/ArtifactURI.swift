#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The address of a file in SARIF: below the folder in which the command runs a relative one, so
/// that a log fits every checkout; elsewhere a `file:` URI.
struct ArtifactURI {
  /// The name of the folder in which the command runs.
  static let base = "SRCROOT"

  var uri: String
  var isRelative: Bool

  init(of path: String) {
    let folder = FileManager.default.currentDirectoryPath
    let below = folder.hasSuffix("/") ? folder : folder + "/"
    if path.hasPrefix(below) {
      uri = ArtifactURI.encoded(String(path.dropFirst(below.count)))
      isRelative = true
    } else {
      isRelative = !path.hasPrefix("/")
      uri = (isRelative ? "" : "file://") + ArtifactURI.encoded(path)
    }
  }

  /// Everything but unreserved characters and `/` in percent notation, byte by byte.
  private static func encoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
