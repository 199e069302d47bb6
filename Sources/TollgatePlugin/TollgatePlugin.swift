import Foundation
import PackagePlugin

/// Turns the policies of a target into Swift, each time one of them changed.
///
/// ```swift
/// .target(name: "App", plugins: [.plugin(name: "TollgatePlugin", package: "tollgate")])
/// ```
@main
struct TollgatePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let policies = target.sourceFiles(withSuffix: "gate").map { $0.url }
    guard !policies.isEmpty else { return [] }
    let output = context.pluginWorkDirectoryURL.appending(path: "TollgatePolicies.swift")
    return [
      .buildCommand(
        displayName: "Policies of \(target.name)",
        executable: try context.tool(named: "TollgateGenerator").url,
        arguments: ["--output", output.path] + policies.map { $0.path }.sorted(),
        inputFiles: policies, outputFiles: [output])
    ]
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension TollgatePlugin: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let policies = target.inputFiles.map { $0.url }.filter { $0.pathExtension == "gate" }
      guard !policies.isEmpty else { return [] }
      let output = context.pluginWorkDirectoryURL.appending(path: "TollgatePolicies.swift")
      return [
        .buildCommand(
          displayName: "Policies of \(target.displayName)",
          executable: try context.tool(named: "TollgateGenerator").url,
          arguments: ["--output", output.path] + policies.map { $0.path }.sorted(),
          inputFiles: policies, outputFiles: [output])
      ]
    }
  }
#endif
