#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The faults of files, in words for developers.
package enum FileFault {
  /// Why a file could not be read or written.
  package static func reason(of error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file"
    case .fileReadNoPermission?: "it may not be read"
    case .fileWriteNoPermission?: "it may not be written"
    case .fileWriteOutOfSpace?: "the disk is full"
    default: "\(error)"
    }
  }
}
