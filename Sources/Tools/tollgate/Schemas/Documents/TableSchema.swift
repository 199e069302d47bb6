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
    "begins": .orNull(
      .text("When the day or the month of a meter begins, in words."), "Null for midnight."),
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
        "uses": .list(.takenAmount, "The amounts that one use takes from meters at most."),
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
    "beyond?": .object(
      [
        "prices": .list(.price),
        "most": .orNull(.integer("How much more, in the meter's unit.", from: 1), "Null for any."),
        "when": .orNull(.text("The condition.")),
        "text": .text(),
      ], "What goes beyond the limit for money."),
    "rollover?": .object(
      [
        "most": .orNull(
          .integer("How much is carried, in the meter's unit.", from: 0), "Null for all of it."),
        "when": .orNull(.text("The condition.")),
        "text": .text(),
      ], "How what is unused rolls over."),
    "text": .text(),
  ])

  private static let perhaps = Shape.object([
    "value": .orNull(.either([.integer(from: 0), .text()]), "An amount, or the name of a choice."),
    "unlimited": .boolean(),
    "when": .text("The condition."),
    "text": .text(),
  ])
}

extension DocumentSchema {
  static let paywall = DocumentSchema(
    name: "paywall",
    summary: "The contents of a paywall for one user, as `tollgate paywall` prints them.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "fingerprint": .fingerprint,
      "title": .text(),
      "locale": .text("A BCP 47 tag."),
      "at": .instant(),
      "tier": .orNull(.text("The highest tier that the user surely has.")),
      "refresh": .orNull(
        .text("The first step, in words, where the purchases are too old to be believed.")),
      "target": .orNull(target),
      "products": .list(product),
    ]))

  private static let target = Shape.object([
    "name": .text(),
    "label": .text(),
    "outcome": .outcome,
    "reason": .reason,
    "message": .orNull(.text()),
    "uses": .list(.takenAmount, "The amounts that this use takes from meters at most."),
    "sets": .list(.list(.text()), "Sets of products; any one of them would open the target."),
    "more": .boolean("Whether there are more sets than are listed."),
  ])

  private static let taking = Shape.object([
    "name": .text(),
    "first": .text(),
    "last": .text(),
    "count": .integer(from: 1),
    "label": .text(),
    "uses": .list(.takenAmount),
    "text": .text(),
  ])

  private static let product = Shape.object(
    Shape.listing + [
      "state": .words(of: Paywall.State.self),
      "purchasable": .boolean("Whether the user may buy it now."),
      "opens": .list(.targetRun, "The targets that it would open for this user."),
      "opensAfterTrial": .list(.targetRun, "Those of them that it opens once its trial is over."),
      "raises": .list(
        .object([
          "meter": .text(),
          "label": .text(),
          "limit": .orNull(.integer(from: 0), "Null for unlimited."),
          "text": .text(),
        ])),
      "improves": .list(
        .object([
          "setting": .text(),
          "label": .text(),
          "value": .settingValue,
          "text": .text(),
        ]), "The settings whose value would be better."),
      "takes": .list(taking, "What one use of the targets takes that the user may use then."),
      "replaces": .list(.text(), "The user's products that it would take the place of."),
    ])
}

extension DocumentSchema {
  static let graph = DocumentSchema(
    name: "graph", summary: "The rules of a policy, as `tollgate graph` prints them.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "target": .orNull(.text()),
      "at": .orNull(.instant("The time of the situation that is shown.")),
      "nodes": .list(
        .object([
          "id": .text(),
          "kind": .words(of: GraphPicture.Kind.self),
          "text": .text(),
          "caption": .orNull(.text()),
          "state": .orNull(
            .words(of: GraphPicture.State.self), "Null if no situation was given."),
          "finding": .orNull(.text("The state in words.")),
        ])),
      "edges": .list(
        .object(["from": .text(), "to": .text(), "label": .orNull(.text())])),
    ]))
}

extension DocumentSchema {
  static let describe = DocumentSchema(
    name: "describe", summary: "A policy in plain sentences, as `tollgate describe` prints it.",
    shape: .object([
      "schema": .version,
      "policy": .text(),
      "language": .text("A BCP 47 tag."),
      "title": .text(),
      "sections": .list(
        .object([
          "topic": .words(of: PolicyDescription.Topic.self),
          "title": .text(),
          "notes": .list(.text()),
          "entries": .list(
            .object([
              "title": .text(),
              "names": .list(.text(), "The names of the policy that the entry is about."),
              "statements": .list(.list(.text()), "Each statement is one or more sentences."),
            ])),
        ])),
    ]))
}
