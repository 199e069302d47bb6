/// Every construct of the language; it has nothing wrong with it.
let fullPolicy = #"""
  policy ExpenseTracker "ExpenseTracker" zh-Hans "记账"
  trust snapshots for 24h          # older purchase data counts as unknown; leave out: trusted for ever
  snooze prompts for 24h           # a dismissed prompt stays away this long; leave out: not at all

  tiers free "Free" zh-Hans "免费版" < pro "Pro" zh-Hans "专业版"
  entitlements basic, advanced, expert
  entitlement full "Everything" includes basic, advanced and expert

  product annual "Annual" zh-Hans "年度订阅"
    sold as "com.app.pro.annual"
    grants pro
    price 12 CNY per year
    recommended
  product lifetime "Lifetime" zh-Hans "终身买断"
    sold as "com.app.pro.lifetime"
    grants pro
    price 38 CNY once
  product extra-space
    adds 10 GB to storage          # raises the allowance of a meter
    price 3 USD per month

  meter bills "bills" zh-Hans "账单"
  meter storage in bytes
  setting history "Page history" is 7 days
    30 days with basic
    90 days with advanced
    unlimited with full from 2026-03-01
    message "Your plan keeps {limit}."
  setting quality is low < standard "Standard" < high
    high with pro when platform is not web
  setting delay is 30s, smaller is better
    0 with pro
  feature csv-export "CSV export" zh-Hans "CSV 导出"
  features cloud-sync, database-export
  series L1..L18 "Lessons" zh-Hans "课程"
  group exports is csv-export, database-export

  fact platform is ios, android or web
  fact installed is a date
  fact beta-tester is yes or no
  fact first-version is a version
  fact first-build is a number
  rollout new-paywall is 25% of users
  grant pro for 7 days after installed when installed before 2026-03-01
  bills > 500 requires pro
    reminder at 450 gentle "{remaining} free bills left" zh-Hans "还可免费记录 {remaining} 条"
    reminder at 500 prominent
    message "The free plan holds {limit} bills." zh-Hans "免费版最多 {limit} 条账单。"
  recommendations > 3 per day requires premium
  guests at most 10
    100 with basic
    250 with advanced
    unlimited with expert
    reminder at 90%
  csv-export, database-export and cloud-sync require pro
    prompt as paywall snooze 7 days
  L1..L3 requires nothing
  L9..L14 requires advanced or full
  everything except settings requires account
  live-photos are off when platform is web
  toolbox requires pro from 2026-03-01 when in new-paywall
    soft until 2026-04-01
    because "Phase 3 of the rollout plan"
  scenario "a free user is stopped at the 501st bill"
    given bills 500, installed 2026-04-01
    at 2026-06-01
    expect bills denied because limit-reached unlocked by annual or lifetime
    expect bills adding 0 allowed with reminder at 500
  scenario "pro, until the subscription ends"
    given product annual until 2027-01-01, bills 10_000
    at 2026-12-31T23:59Z
    expect bills allowed until 2027-01-01
    expect L1..L3, csv-export allowed
    expect history is at least 30 days
    expect quality reaching high allowed
    expect delay is 0
  seats > allowance otherwise 3 requires pro
  credits at most 100 per month
    then 0.05 USD or 0.045 EUR for each credit, at most 50 USD
  pets requires basic
  suggestions > undecided per day requires premium
  uploads >= 20 GB per month is not allowed
    running use may finish
    soft
  x requires (a or b) and not c from 7 days after installed until 2027-01-01 when (
      platform is not one of ios, android  # a comment inside

      or first-build <= 2016 or exports is 3 per day
    ) unless beta-tester
  grant premium for 2 weeks after 2026-03-01 from 2026-01-01 until 2027-01-01
  product bundle
    adds 10 GB to storage
    price 59.99 TRY per 3 months
    price 10 USD or 9 EUR per month billed every 6 months for each 10 GB of storage, at least 20 GB
    price 10 USD per month billed yearly
    introductory price 20 TRY per month for 3 months
    introductory price 20 TRY for 30 days
    trial 7 days
    shared with family
    grace 16 days
    only with annual or lifetime
    not with extra-space
    not for sale
    benefit "More" de "Mehr"
    sold as "a" on app-store
  always L1..L18 allowed with full
  always history is at least 7 days with nothing
  never quality reaching high allowed without pro
  never csv-export adding 5 allowed without pro when platform is ios from 2026-01-01
  scenario "everything \\ \"given\""
    given pro until 2027-01-01, product annual cancelled from 2026-01-01 times 2 shared,
      storage allowance 10 GB, exports 3 per day resets 2026-01-02, platform is ios
    given product annual trial until 2027-01-01 offer used
    given subject "ID", verified 2026-01-01, seen 2026-01-01, dismissed "x" at 2026-01-01
    given beta-tester, not old
    expect bills reaching 10 continuing denied remaining 0 with no reminder unlocked by nothing
    expect credits adding 3 warned because overage charged 0.15 USD
    expect bills warned unlimited snoozed until 2026-02-01 unlocked by a and b or c for ever

  """#
