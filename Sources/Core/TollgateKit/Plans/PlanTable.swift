public import TollgateRuntime

/// The comparison of the plans of a policy, as a pricing page or a paywall shows it: a column for
/// each plan, a row for each feature and meter, every text in one locale.
///
/// ```swift
/// let table = gate.planTable()
/// for column in table.columns { show(column.title + (column.isRecommended ? " ★" : "")) }
/// for row in table.rows where row.differs {
///   show(row.title + ": " + row.cells.map(\.text).joined(separator: " | "))
/// }
/// ```
///
/// Each cell is the engine's answer for a user who holds the plan of its column and of whom
/// nothing else is known. An answer that depends on something unknown says so in words.
public struct PlanTable: Sendable, Hashable {
  /// The policy's name; empty where it has none.
  public let policy: String
  /// A code that identifies the meaning of the policy.
  public let fingerprint: String
  /// The policy's label in the locale, or its name.
  public let title: String
  /// The BCP 47 tag that the texts were chosen for.
  public let locale: String
  /// The instant that the answers are for.
  public let instant: Instant
  /// The plans, from the least to the most of the ladder, then the others as declared.
  public let columns: [Column]
  /// Meters first, then settings, then features and series, each in order of declaration; then the
  /// members of groups with a label, group by group.
  public let rows: [Row]
  /// The products that are bought beside a plan, in order of declaration.
  public let addOns: [AddOn]

  /// A product that is bought beside a plan.
  public struct AddOn: Sendable, Hashable {
    /// Its name, texts, price and terms.
    public let listing: ProductListing
    /// The labels of the features that it opens for a user of the highest plan that it is sold
    /// with.
    public let opens: [String]

    /// Its contents in words of the locale: `10 GB of storage`, `30 days to Page history`, then the
    /// labels of the features that it opens.
    public var adds: [String] { listing.adds + opens }
  }

  /// A plan.
  public struct Column: Sendable, Hashable {
    /// The kind of the plan.
    public let kind: Kind
    /// The name of the tier, entitlement or product; empty for ``Kind/nothing``.
    public let name: String
    /// Its label in the locale, or its name.
    public let label: String
    /// Its benefits in the policy's words. Those of a product are in its listing.
    public let benefits: [String]
    /// The products for sale that bring just this plan, in order of declaration.
    public let products: [ProductListing]
    /// Whether the column shows the contents of its first product, because that brings more than
    /// the tier: another entitlement or a higher limit.
    public let bringsMore: Bool
    /// Whether everybody has it.
    public let isFree: Bool

    /// The label as a heading shows it: it begins with a capital, and a name without a label is
    /// read as words.
    public var title: String { Heading.title(label, name: name) }

    /// Whether one of its products is marked as recommended.
    public var isRecommended: Bool { products.contains { $0.isRecommended } }

    /// The kind of a plan.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The plan that everybody has, in a policy without tiers.
      case nothing
      /// A tier. The products that bring it are its ``Column/products``.
      case tier
      /// An entitlement that no product and no tier brings; only where all is shown, and in a policy
      /// without products.
      case entitlement
      /// A product that is more than one tier.
      case product
    }
  }

  /// A feature, a meter, a setting, or neighbours of a series with the same cells.
  public struct Row: Sendable, Hashable {
    /// The kind of its targets.
    public let kind: Kind
    /// The name of the target, or of the first of a range.
    public let first: String
    /// The name of the last target of a range; that of the first for a single one.
    public let last: String
    /// How many targets there are.
    public let count: Int
    /// The label in the locale, followed by the range of a series (`Course L4–L8`).
    public let label: String
    /// The label of the group that it stands under; `nil` for the rows before all sections.
    public let section: String?
    /// Its benefits in the policy's words.
    public let benefits: [String]
    /// A cell for each column.
    public let cells: [Cell]

    /// The name as a policy writes it: `csv-export`, `L4..L8`.
    public var name: String { first == last ? first : first + ".." + last }

    /// The label as a heading shows it: it begins with a capital, and a name without a label is
    /// read as words.
    public var title: String { Heading.title(label, name: name) }

    /// Whether the plans differ here.
    public var differs: Bool { cells.contains { $0 != cells.first } }

    /// The kind of the targets of a row.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// How much of something there is.
      case meter
      /// Whether something may be used.
      case feature
      /// A value, such as days of history.
      case setting
    }
  }
}
