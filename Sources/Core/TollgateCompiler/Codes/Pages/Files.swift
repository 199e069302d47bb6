extension DiagnosticCodes {
  /// TG0060–TG0062: policies in several files.
  static let files: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0060", "a file that cannot be used",
      what:
        "`use` names a file that is not there, cannot be read, or is not the text of a policy. Upper "
        + "and lower case count. Or the policy is a text from memory, and nobody supplies its files.",
      why: "Without the file a part of the policy is missing.",
      avoid: "use \"prices.gate\"\nbills > 500 requires pro\n",
      prefer: "bills > 500 requires pro\n",
      exceptions: "A file beside the first one can be used: `use \"prices.gate\"`. An app that "
        + "compiles a text from memory supplies the files with it."),
    DiagnosticPage(
      "TG0061", "a path that leads out of the folder",
      what:
        "The path of `use` begins with `/`, is written with `\\`, or leads out of the folder of "
        + "the first file: by `..` or by a link.",
      why:
        "A policy is one folder. It means the same wherever the folder is, and reads nothing else.",
      avoid: "use \"../prices.gate\"\nbills > 500 requires pro\n",
      prefer: "bills > 500 requires pro\n",
      exceptions: "A file in a subfolder may use one beside the first file: "
        + "`use \"../prices.gate\"` in `plans/annual.gate`."),
    DiagnosticPage(
      "TG0062", "`policy`, `trust` or `snooze` in a used file",
      what: "A file that another one uses says `policy`, `trust` or `snooze`.",
      why: "They are about the whole policy. Only the file that one begins with may say them.",
      avoid: "", prefer: "trust snapshots for 24h\ncsv-export requires pro\n",
      exceptions: "A used file may say everything else. `tiers` may be in one file of the policy."),
  ]
}
