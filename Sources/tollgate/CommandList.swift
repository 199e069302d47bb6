import ArgumentParser

/// Every command, in alphabetical order; each is one file in `Commands`.
enum CommandList {
  static let all: [any ParsableCommand.Type] = [
    Access.self,
    Check.self,
    Compile.self,
    Diff.self,
    Explain.self,
    Lint.self,
    Prove.self,
  ]
}
