import TollgateKit

extension DocumentSchema {
  static let table = DocumentSchema(
    name: "table", summary: "The comparison of plans, as `tollgate table` prints it.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "title": .text(),
      "locale": .text("A BCP 47 tag."),
      "at": .instant(),
      "columns": .list(
        .object([
          "kind": .words(of: PlanTable.Column.Kind.self),
          "name": .text(),
          "label": .text(),
          "title": .text("The label as a heading."),
          "bringsMore": .boolean(
            "Whether the cells are those of the first product, which brings more than the tier."),
          "free": .boolean(),
          "recommended": .boolean(),
          "benefits": .list(.text()),
          "products": .list(.object(Shape.listing)),
        ])),
      "rows": .list(row),
      "addOns": .list(
        .object(["product": .object(Shape.listing), "adds": .list(.text())]),
        "Products that are bought beside a plan."),
    ]))

  private static let row = Shape.object([
    "kind": .words(of: PlanTable.Row.Kind.self),
    "name": .text(),
    "first": .text(),
    "last": .text(),
    "count": .integer(from: 1),
    "label": .text(),
    "title": .text("The label as a heading."),
    "section": .orNull(.text(), "The label of the group that the row stands under."),
    "benefits": .list(.text()),
    "differs": .boolean("Whether the plans differ in it."),
    "cells": .list(
      .object([
        "answer": .words([
          "included", "warned", "excluded", "depends", "limited", "unlimited", "value",
        ]),
        "when": .orNull(.text()),
        "limits": .list(limit),
        "value": .orNull(.settingValue, "The value of a setting."),
        "perhaps": .list(perhaps, "Better values of a setting, each under a condition."),
        "until": .orNull(.instant()),
        "then": .orNull(.text(), "The answer from `until` on."),
        "text": .text(),
      ]), "One for each column."),
  ])

  private static let limit = Shape.object([
    "limit": .orNull(.integer("In the unit of the meter.", from: 0)),
    "undecided": .boolean(),
    "window": .orNull(.text()),
    "when": .orNull(.text()),
    "soft": .boolean(),
    "perhaps": .list(perhaps, "Higher amounts, each under a condition."),
    "text": .text(),
  ])

  private static let perhaps = Shape.object([
    "value": .orNull(.either([.integer(from: 0), .text()]), "An amount, or the name of a choice."),
    "unlimited": .boolean(),
    "when": .text("The condition."),
    "text": .text(),
  ])
}
