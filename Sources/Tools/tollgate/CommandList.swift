import ArgumentParser

/// Every command, in alphabetical order; each is one file in `Commands`.
enum CommandList {
  static let all: [any ParsableCommand.Type] = [
    Access.self,
    Check.self,
    WriteColumns.self,
    Compile.self,
    Completions.self,
    Describe.self,
    Diff.self,
    Explain.self,
    Fmt.self,
    Graph.self,
    ShowImpact.self,
    MakeKey.self,
    Lint.self,
    ServeEditor.self,
    New.self,
    ShowPaywall.self,
    Prove.self,
    ReplayLog.self,
    ShowSchema.self,
    SealFile.self,
    Simulate.self,
    MakeSnapshot.self,
    WriteSQL.self,
    Table.self,
    TestPolicies.self,
    Verify.self,
    WatchPolicies.self,
  ]
}
