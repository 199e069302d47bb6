extension DocumentSchema {
  static let batch = DocumentSchema(
    name: "batch", summary: "A line that `tollgate check --batch` reads.",
    shape: .object([
      "target": .text("A feature, a meter, a setting, a group or a range such as L1..L3."),
      "adding?": .integer("For a meter: how much more is to be used. 1 unless given."),
      "reaching?": .either([
        .integer("For a meter or a setting: the value to reach. Not with `adding`.", from: 0),
        .text("The same as a policy writes it: 30 days, high, unlimited."),
      ]),
      "continuing?": .boolean("Whether a use that began while it was allowed is still running."),
      "at?": .instantRead("The time. Now unless given."),
      "facts?": .factsRead,
      "usage?": .usageRead,
      "snapshot?": .snapshotRead,
    ]))
}
