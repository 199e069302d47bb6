import TollgateKit

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
    "sets": .list(.list(.text()), "Sets of products; any one of them would open the target."),
    "more": .boolean("Whether there are more sets than are listed."),
  ])

  private static let product = Shape.object(
    Shape.listing + [
      "state": .words(of: Paywall.State.self),
      "purchasable": .boolean("Whether the user may buy it now."),
      "opens": .list(.targetRun, "The targets that it would open for this user."),
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
      "replaces": .list(.text(), "The user's products that it would take the place of."),
    ])
}
