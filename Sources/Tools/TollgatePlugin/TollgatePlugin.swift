import Foundation
import PackagePlugin

/// Turns the policies of a target into Swift, each time one of them changed.
///
/// ```swift
/// .target(name: "App", plugins: [.plugin(name: "TollgatePlugin", package: "tollgate")])
/// ```
///
/// A file `tollgate-names.json` in the target says who sees the names, and how their types are
/// called, where that is not as the app wants it.
@main
struct TollgatePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    return try TollgatePlugin.commands(
      for: target.sourceFiles.map { $0.url }, of: target.name,
      in: context.pluginWorkDirectoryURL, tool: context.tool(named: "TollgateGenerator").url)
  }

  /// One command for the policies among the files of a target; none where there is none.
  private static func commands(
    for files: [URL], of target: String, in folder: URL, tool: @autoclosure () throws -> URL
  ) rethrows -> [Command] {
    let policies = files.filter { $0.pathExtension == "gate" }
    guard !policies.isEmpty else { return [] }
    let options = files.filter { $0.lastPathComponent == "tollgate-names.json" }
    let output = folder.appending(path: "TollgatePolicies.swift")
    // The app's own files are read to tell of a type that is called like a policy. They are no
    // inputs: an edit of one does not write the names anew. A command has room for so many.
    let swift = files.filter {
      $0.pathExtension == "swift" && $0.lastPathComponent != output.lastPathComponent
    }
    let others = swift.count <= 2_000 ? swift : []
    return [
      .buildCommand(
        displayName: "Policies of \(target)", executable: try tool(),
        arguments: ["--output", output.path]
          + (policies + options + others).map { $0.path }.sorted(),
        inputFiles: policies + options, outputFiles: [output])
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension TollgatePlugin: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      try TollgatePlugin.commands(
        for: target.inputFiles.map { $0.url }, of: target.displayName,
        in: context.pluginWorkDirectoryURL, tool: context.tool(named: "TollgateGenerator").url)
    }
  }
#endif
