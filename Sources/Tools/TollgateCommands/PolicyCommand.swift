import Foundation
import PackagePlugin

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  typealias AnyCommandPlugin = CommandPlugin & XcodeCommandPlugin
#else
  typealias AnyCommandPlugin = CommandPlugin
#endif

/// A command about the policies of a package or of an Xcode project: all of them, or those of the
/// targets that `--target NAME` names.
protocol PolicyCommand: AnyCommandPlugin {
  /// The job of the tool.
  static var verb: String { get }
}

extension PolicyCommand {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    guard takes(extractor) else { return }
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let policies = targets.compactMap { $0 as? any SourceModuleTarget }
      .flatMap { $0.sourceFiles(withSuffix: "gate").map { $0.url } }
    try run(
      context.tool(named: "TollgatePolicyTool").url, policies, in: context.package.directoryURL)
  }

  /// Whether nothing is left of the arguments.
  private func takes(_ extractor: ArgumentExtractor) -> Bool {
    guard let argument = extractor.remainingArguments.first else { return true }
    Diagnostics.error("tollgate-\(Self.verb) takes --target NAME, not \(argument)")
    return false
  }

  private func run(_ tool: URL, _ policies: [URL], in folder: URL) throws {
    let below = folder.path + "/"
    let paths = Set(policies.map { $0.path }).sorted().map { path in
      path.hasPrefix(below) ? String(path.dropFirst(below.count)) : path
    }
    guard !paths.isEmpty else {
      Diagnostics.error("there is no .gate file in the targets of \(folder.lastPathComponent)")
      return
    }
    let process = Process()
    process.executableURL = tool
    process.arguments = [Self.verb] + paths
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("tollgate-\(Self.verb) failed") }
  }
}

#if canImport(XcodeProjectPlugin)
  extension PolicyCommand {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      var extractor = ArgumentExtractor(arguments)
      let names = extractor.extractOption(named: "target")
      guard takes(extractor) else { return }
      let targets = context.xcodeProject.targets.filter {
        names.isEmpty || names.contains($0.displayName)
      }
      let policies = targets.flatMap { $0.inputFiles.map { $0.url } }
        .filter { $0.pathExtension == "gate" }
      try run(
        context.tool(named: "TollgatePolicyTool").url, policies,
        in: context.xcodeProject.directoryURL)
    }
  }
#endif
