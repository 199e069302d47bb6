import ArgumentParser

/// `tollgate completions SHELL`
struct Completions: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Prints a completion script for a shell.",
    discussion: """
      bash: tollgate completions bash > ~/.local/share/bash-completion/completions/tollgate

      zsh: tollgate completions zsh > ~/.zsh/completions/_tollgate (a folder of your fpath)

      fish: tollgate completions fish > ~/.config/fish/completions/tollgate.fish
      """
  )

  /// The shells there is a script for.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    fileprivate var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let script = TollgateCommand.completionScript(for: shell.completionShell)
    try output.write(script.hasSuffix("\n") ? script : script + "\n")
    return .success
  }
}

extension CompletionKind {
  /// Files that hold the text of a policy, and folders.
  static var policies: CompletionKind { .file(extensions: ["gate"]) }
}
