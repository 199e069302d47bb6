import TollgateFiles
import TollgateKit

extension PolicySearch {
  /// The files that are read by themselves; the others are parts of a policy that is among them.
  var policies: [String] {
    guard files.count > 1 else { return files }
    // A pipe can be read only once.
    let sources = files.map { path in
      Descriptor.status(of: path)?.kind == .file ? try? PolicyFile.text(at: path) : nil
    }
    return PolicyUses(files, sources).roots.map { files[$0] }
  }
}
