// Written by `CatalogueTests` from the pages of the documentation: never edit it.

extension LanguagePage {
  static let pages1: [LanguagePage] = [
    LanguagePage(
      name: "decision-entitlements", title: "What a user has",
      text: """
        # What a user has\n\nThis page says when an entitlement counts.\n\n## Three sources\n\nA \
        user has an entitlement if it is the first tier, if a grant of the snapshot gives it, or \
        if a `grant`\nstatement of the policy gives it ([Grants of the \
        policy](tollgate://language/grants)). One grant is\nenough.\n\n```gate\ntiers free < pro\n\
        product annual\n  grants pro\n  grace 16 days\ncsv-export requires pro\n\nscenario \"every \
        state that gives access\"\n  given product annual trial until 2026-02-01\n  expect \
        csv-export allowed until 2026-02-01\nscenario \"a subscription that will not renew stays \
        until its end\"\n  given product annual cancelled until 2026-02-01\n  expect csv-export \
        allowed because granted until 2026-02-17\nscenario \"payment on hold, within the grace of \
        the product\"\n  given product annual hold until 2025-12-25\n  expect csv-export allowed \
        because granted until 2026-01-10\nscenario \"a refund ends it at once\"\n  given product \
        annual refunded until 2026-02-01\n  expect csv-export denied because revoked\n```\n\n## \
        States of a purchase\n\n| state | gives access |\n|---|---|\n| `active`, `trial`, `grace`, \
        `cancelled` | access from its start until its end |\n| `hold`, `paused`, `pending`, \
        `expired`, `refunded`, `revoked` | no access |\n| any other | no access |\n\nIf its \
        product has `grace D`, a purchase in the state `active`, `cancelled`, `hold` or `expired` \
        counts for D\nafter its end. A trial has no grace.\n\n## Purchases of the family\n\nA \
        purchase of a family member counts only if the product is `shared with family`.\n\n\
        ```gate\nproduct annual\n  grants pro\n  shared with family\nproduct single\n  grants \
        extra\ncsv-export requires pro\nstickers require extra\n\nscenario \"both were bought by \
        somebody else\"\n  given product annual shared, product single shared\n  expect csv-export \
        allowed because granted\n  expect stickers denied because not-held\n```\n
        """),
    LanguagePage(
      name: "decision-outcomes", title: "Outcomes",
      text: """
        # Outcomes\n\nThe outcome of a decision is allowed, warned or denied.\n\n## All rules must \
        hold\n\nA rule holds if it does not apply, or if the user meets its requirement. A target \
        is allowed if all rules\nabout it hold.\n\n```gate\nfeatures csv-export, help\ncsv-export \
        requires pro\ncsv-export requires account\nhelp requires nothing\n\nscenario \"one rule \
        fails\"\n  given pro\n  expect csv-export denied because not-held\nscenario \"both hold\"\n\
          given pro, account\n  expect csv-export allowed because granted\n  expect help allowed \
        because ungated\n```\n\n## Three values\n\nA rule is true, false or unknown. If one rule \
        is false or unknown, the target is not allowed: unknown is never\nallowed. If every \
        failing rule is [soft](tollgate://language/soft), the outcome is `warned`, and the use\n\
        may go ahead.\n\n```gate\ntoolbox requires pro\n  soft\ndrawer requires pro\ndrawer \
        requires account\n  soft\n\nscenario \"every failing rule is soft\"\n  expect toolbox \
        warned because not-held\nscenario \"one is not\"\n  expect drawer denied because not-held\n\
        ```\n\n## Why it is allowed\n\n| reason | when |\n|---|---|\n| `granted` | a rule requires \
        something, and the user has it |\n| `within-limit` | a limit of the meter applies to this \
        user, and the use stays within it |\n| `ungated` | neither |\n\nThe same evaluation gives \
        the answer and its explanation.\n
        """),
    LanguagePage(
      name: "decision-quota", title: "Quota",
      text: """
        # Quota\n\nThe quota says how much of a meter a user may use, how much is used and how \
        much is left.\n\n## The tightest limit\n\nBeside a denial, the quota is that of the limit \
        that denies. Otherwise, of the limits that apply to this user, the quota shows the one \
        with the smallest rest. A user who has what\nevery limit requires has no limit.\n\n```gate \
        shop.gate\nrecommendations > 3 per day requires premium\nrecommendations > 50 per month \
        requires premium\n\nscenario \"the day is tighter\"\n  given recommendations 1 per day, \
        recommendations 40 per month\n  expect recommendations allowed remaining 2\nscenario \"the \
        month is tighter\"\n  given recommendations 1 per day, recommendations 49 per month\n  \
        expect recommendations allowed remaining 1\nscenario \"no limit\"\n  given premium\n  \
        expect recommendations allowed unlimited\n```\n\n```console\n$ tollgate access shop.gate \
        --using recommendations/day=1 --using recommendations/month=40 --at 2026-06-01 | tail -1\n\
        open    recommendations  1 of 3 per day used, 2 left\n```\n\n## The figures\n\n``Quota`` \
        has the limit including the allowance, the used amount, the requested amount, the rest \
        (never below\n0), how much of what is used lies beyond the limit, the window and the next \
        time at which the counter falls. It marks an undecided limit; then the rest is\n0. \
        ``Policy/quota(_:in:at:)-(_,Snapshot,_)`` gives the quota without a question about a use.\n\
        \n## Beyond the limit\n\nWhere a limit goes on [for money](tollgate://language/overage), \
        ``Quota/limit`` stays the limit without it, and\n``Quota/carried`` says how much of the \
        limit was carried from earlier windows, where\n[unused rolls \
        over](tollgate://language/rollover); it is part of the limit.\n\n``Quota/beyond`` says how \
        far this user may go: to ``Quota/Beyond/upTo``, or as far as they like. ``Quota/uses``\n\
        counts what is for money too, and is nil where nothing ends it.\n\n## The quota of what \
        takes from meters\n\nWhere a use [takes from meters](tollgate://language/uses), the quota \
        is that of the limit under which the fewest\nfurther uses fit: ``Quota/meter`` names its \
        meter, and ``Quota/uses`` says how many. ``Decision/uses`` has the\namounts of this use.\n\
        \n```gate studio.gate\nmeter credits\nfeature image\nimage uses 4 credits\ncredits at most \
        20 per month\n\nscenario \"two credits are left, and an image takes four\"\n  given \
        credits 18 per month\n  expect image denied because limit-reached uses 4 credits uses left \
        0\n```\n
        """),
    LanguagePage(
      name: "decision-reasons", title: "Reasons",
      text: """
        # Reasons\n\nA reason says why a use is denied. Each failing rule has one.\n\n## All \
        reasons\n\nThe reason of a failing rule is the first in this table that fits.\n\n| reason |\
         when |\n|---|---|\n| `overage` | the rule only warns: the use goes beyond its limit [for \
        money](tollgate://language/overage) |\n| `stale` | the rule would hold if the purchase \
        data were fresh |\n| `unknown-usage` | the app did not report a counter |\n| \
        `unknown-fact` | the app did not report a fact, or the user's id |\n| `off` | nobody may \
        use the target |\n| `undecided` | nobody has decided the number of the limit yet |\n| \
        `on-hold` | the rule would hold if the user fixed a payment |\n| `pending` | the rule \
        would hold if a pending purchase were paid |\n| `limit-reached` | the limit is reached |\n|\
         `revoked` | the purchase was refunded or revoked |\n| `expired` | the purchase has ended |\
        \n| `excluded` | the user has something that the rule forbids |\n| `in-trial` | the user \
        has it in a trial, and the rule asks for what is [paid](tollgate://language/paid) |\n| \
        `not-held` | the user does not have what the rule requires |\n\nA name that the policy \
        does not know is denied as `undeclared`.\n\n```gate\ntiers free < pro\nproduct annual\n  \
        grants pro\nfact minor is yes or no\nmeter bills\nfeature csv-export\nfeature chat\n\
        csv-export requires pro\nchat is off when minor\nbills > 500 requires pro\n\nscenario \
        \"what became of the subscription\"\n  given product annual hold, bills 10, minor\n  \
        expect csv-export denied because on-hold\n  expect chat denied because off\nscenario \"it \
        is over\"\n  given product annual until 2025-12-01, bills 500, not minor\n  expect \
        csv-export denied because expired\n  expect bills denied because limit-reached\nscenario \
        \"not reported\"\n  expect bills denied because unknown-usage\n  expect chat denied \
        because unknown-fact\n```\n\n## The reason of a decision\n\n``Decision/blockers`` lists \
        *every* failing rule: its line, its reason, and the smallest sets of entitlements\nand \
        facts that would meet it. The decision has the reason of the first failing rule that is \
        not soft.\n
        """),
    LanguagePage(
      name: "decision-settings", title: "The value of a setting",
      text: """
        # The value of a setting\n\nA decision about a setting says which value a user has, which \
        value is possible, and what brings a better one.\n\n## The value\n\nThe value is the best \
        of the value after `is` and of the steps that surely count for this user. The allowance \
        and what products add is part of it. The rules about the setting do not change the value.\n\
        \n```gate history.gate\ntiers free < plus < max\nproduct plus-monthly\n  grants plus\n  \
        price 3 USD per month\nproduct max-monthly\n  grants max\n  price 9 USD per month\nproduct \
        extra-month\n  adds 30 days to history\n  price 1 USD per month\nsetting history is 7 \
        days\n  30 days with plus\n  unlimited with max\n\nscenario \"everybody has the first \
        value\"\n  expect history is 7 days\n  expect history allowed because ungated\nscenario \
        \"a step\"\n  given plus\n  expect history is 30 days\n  expect history allowed because \
        granted\nscenario \"what a product adds\"\n  given plus, product extra-month times 2\n  \
        expect history is 90 days\n```\n\n## Ask for a value\n\n`reaching` asks whether a value is \
        within the value that the user has. It is one more rule, and its line is that of the \
        setting.\n\n## In Swift\n\n``Policy/value(of:for:at:)-(Target,_,_)`` gives the value \
        alone, and is as cheap as a verdict. ``SettingValue`` has a case for each kind. \
        ``Decision/value`` has all three.\n
        """),
    LanguagePage(
      name: "decision-staleness", title: "Stale purchase data",
      text: """
        # Stale purchase data\n\nPurchase data is stale if the store confirmed it too long ago.\n\n\
        ## Effect\n\nWith `trust snapshots for D`, purchase data is stale at the age D. Data \
        without a time of confirmation is\nstale, too. Then every grant that would count is \
        unknown, and so is the allowance that it brings.\n\n```gate\ntrust snapshots for 24h\n\
        meter storage in bytes\nproduct annual\n  grants pro\nproduct extra-space\n  adds 10 GB to \
        storage\ncsv-export requires pro\nhelp requires nothing\nstorage > 5 GB is not allowed\n\n\
        scenario \"fresh\"\n  given product annual, product extra-space, storage 6 GB, verified \
        2025-12-31T00:00:00.001Z\n  expect csv-export allowed because granted\n  expect storage \
        allowed because within-limit\nscenario \"stale: what was paid for is unknown\"\n  given \
        product annual, product extra-space, storage 6 GB, verified 2025-12-31\n  expect \
        csv-export denied because stale\n  expect storage denied because stale\nscenario \"what \
        needs no purchase is not touched\"\n  given product annual, storage 4 GB, verified \
        2025-12-31\n  expect help, storage allowed\n```\n\nStaleness adds no grants: a free user \
        stays a free user, and the decision does not ask to refresh.\n\n## In the app\n\nThe way \
        in is `refresh`: ask the store, and report the purchases with a new `asOf`. Do not show a \
        paywall; a\ndenial with this reason has no prompt.\n
        """),
    LanguagePage(
      name: "decision-time", title: "Time",
      text: """
        # Time\n\nTollgate decides for the present time, and it does not trust a clock that goes \
        back.\n\n## Now never goes back\n\nNow is the latest of three: the time of the ask, the \
        time at which purchases were confirmed, and the latest time seen.\nSetting a clock back \
        extends nothing. In Swift, the two are ``Snapshot/asOf`` and ``Snapshot/latestSeen``.\n\n\
        ```gate\ntiers free < pro\nproduct annual\n  grants pro\ncsv-export requires pro\n\n\
        scenario \"the clock says March, the app has already seen July\"\n  given product annual \
        until 2026-06-01, seen 2026-07-01\n  at 2026-03-01\n  expect csv-export denied because \
        expired\nscenario \"the clock is right\"\n  given product annual until 2026-06-01\n  at \
        2026-03-01\n  expect csv-export allowed until 2026-06-01\n```\n\nIf the clock is more than \
        five minutes behind, the decision has the flag `clock-behind`, and `refresh` is a\nway \
        in.\n\n## Intervals\n\nAn interval contains its beginning and not its end. This is the \
        same for rules, grants and purchases.\n
        """),
    LanguagePage(
      name: "decision-valid-until", title: "Valid until",
      text: """
        # Valid until\n\nEach answer says until when it is valid.\n\n## The first different \
        answer\n\nIt is the first instant at which the answer would be different, and it is exact. \
        In Swift it is\n``Decision/validUntil``. It takes into account everything that changes \
        with time: the ends of purchases, grace, rules with dates, counters that start\nagain, and \
        data that becomes stale.\n\n```gate\ntiers free < pro\nproduct annual\n  grants pro\ntrust \
        snapshots for 30 days\ncsv-export requires pro\nexports > 3 per day requires pro\nfeature \
        toolbox\nfeature csv-export\ntoolbox requires pro from 2026-03-01\n\nscenario \"a purchase \
        ends, but its data grows stale before\"\n  given product annual until 2026-06-01\n  expect \
        csv-export allowed until 2026-01-31\nscenario \"a counter begins again\"\n  given exports \
        3 per day resets 2026-01-02\n  expect exports denied until 2026-01-02\nscenario \"a rule \
        comes into force\"\n  expect toolbox allowed until 2026-03-01\n  expect csv-export denied \
        for ever\n```\n\n\"For ever\" means: until the user's data changes. An app that keeps a \
        decision asks again at\n``Decision/validUntil``. \
        ``PolicyStore/changes(for:adding:continuing:usage:facts:)`` does that by itself.\n
        """),
    LanguagePage(
      name: "decision-ways-in", title: "Ways in",
      text: """
        # Ways in\n\nA way in is a step that opens a denied target, or ends a warning.\n\n## A way \
        in must meet all rules\n\nA step that meets one failing rule and not the others is not a \
        way in.\n\n```gate shop.gate\ntiers free < pro < team\nproduct annual\n  grants pro\n  \
        price 12 CNY per year\nproduct monthly\n  grants pro\n  price 2 CNY per month\nproduct \
        team-plan\n  grants team\n  price 90 CNY per year\nmeter bills\nfeature shared-lists\n\
        bills > 500 requires pro\nbills > 5000 requires team\nshared-lists require team\n\n\
        scenario \"each product that is enough, in the smallest sets\"\n  given bills 500\n  \
        expect bills denied unlocked by annual or monthly or team-plan\n  expect shared-lists \
        denied unlocked by team-plan\nscenario \"pro is not enough here\"\n  given bills 5000\n  \
        expect bills denied unlocked by team-plan\n```\n\n```console\n$ tollgate check shop.gate \
        bills --using bills=5000 --at 2026-06-01\nLocked: bills: the limit of 500 is reached \
        [limit-reached]\n  5,000 of 500 used, 4,500 over\n\nWays in\n  1. buy team-plan: 90 CNY \
        per year; opens shared-lists, bills\n  2. reduce bills by 4,501\n\nValid until the user's \
        data changes.\n[status 1]\n```\n\n## The kinds, in this order\n\n| kind | meaning |\n|---|\
        ---|\n| `refresh` | data is missing or stale, or the clock is behind: report what is \
        missing, or ask the store again |\n| `fix-payment` | fix the payment for a product that is \
        on hold |\n| `buy` | buy a smallest set of products; sets with the fewest products come \
        first |\n| `trial-ends` | wait until a trial ends that renews, and is \
        [paid](tollgate://language/paid) for from then on |\n| `wait` | wait until the first time \
        at which the target opens by itself |\n| `reduce` | use less, by the smallest amount that \
        is enough by itself; not of a meter that is `counted for ever` |\n\n## The order of \
        products\n\nProducts with the same currency and period, for each of the same meter or of \
        none, are in the order of their\nprices, all others in the order of the policy. Prices on \
        request come after them, and products without a price\nlast. A product that the user has \
        already is not offered, unless it adds to a meter or a setting. A product that\nis [for \
        sale](tollgate://language/products) to some users only is offered to them alone.\n\n## \
        What is missing\n\nTo refresh is a way in if no known data fails the rules, and something \
        is unknown. ``MissingData`` names what is\nmissing: counters, facts, allowances, and \
        whether the store must be asked.\n\n```gate refresh.gate\nfact verified is yes or no\n\
        meters blocks, members\nblocks > 1000 requires plus when members > 1 and verified\n```\n\n\
        ```console\n$ tollgate check refresh.gate blocks --using blocks=1000 --at 2026-06-01\n\
        Locked: blocks: the usage of `members` is unknown [unknown-usage]\n  1,000 of 1,000 used, \
        none left\n\nWays in\n  1. report `members` and `verified`\n  2. reduce blocks by 1\n\n\
        Valid until the user's data changes.\n[status 1]\n```\n\nIf the clock is behind, a product \
        that would be over at the latest time that the snapshot has seen is not offered.\n
        """),
    LanguagePage(
      name: "allowances", title: "Allowances",
      text: """
        # Allowances\n\nAn allowance raises a limit for one user: an add-on brings it, or a server \
        sets it.\n\n## Add-ons\n\nA product that `adds` to a meter raises every limit of that \
        meter. Two purchases raise it twice. It does not\nopen a rule about a bare meter \
        ([Subjects](tollgate://language/subjects)).\n\n```gate\ntiers free < pro\nmeter storage in \
        bytes\nproduct extra-space\n  adds 10 GB to storage\n  price 3 USD per month\nproduct \
        plan\n  grants pro\nstorage > 5 GB requires pro\n\nscenario \"5 GB and twice 10 GB\"\n  \
        given product extra-space times 2, storage 24 GB\n  expect storage adding 1 GB allowed \
        remaining 1 GB\n  expect storage adding 2 GB denied because limit-reached\nscenario \"an \
        add-on is a way in\"\n  given storage 5 GB\n  expect storage denied unlocked by \
        extra-space or plan\n```\n\n## An allowance of the app's own\n\nThe snapshot may give an \
        allowance for any meter. It is added to the allowances of add-ons.\n\n```gate\nstorage > 5 \
        GB requires pro\n\nscenario \"a gift of 1 GB\"\n  given storage 5 GB, storage allowance 1 \
        GB\n  expect storage adding 1 GB allowed remaining 1 GB\n```\n\n## The whole limit from a \
        server\n\n`> allowance` leaves the limit to the snapshot. Without an allowance, the limit \
        is the value after\n`otherwise`; without `otherwise`, it is unknown. The first line of a \
        [ladder](tollgate://language/ladders) says it as `seats at most\nallowance otherwise 3`.\n\
        \n```gate\nmeters seats, projects\nseats > allowance is not allowed\nprojects > allowance \
        otherwise 3 is not allowed\n\nscenario \"the server says ten\"\n  given seats 9, seats \
        allowance 10, projects 3\n  expect seats allowed remaining 1\n  expect projects denied \
        because limit-reached\nscenario \"the server says nothing\"\n  given seats 9, projects 2\n \
         expect seats denied because unknown-usage\n  expect projects allowed remaining 1\n```\n
        """),
    LanguagePage(
      name: "claims", title: "Claims",
      text: """
        # Claims\n\nA claim is true for every user, at every time; otherwise the test of the \
        policy fails.\n\n## Write it\n\n```gate shop.gate\ntiers free < pro\nseries L1..L18\nfact \
        platform is ios or web\nfeature csv-export\nL1..L3 requires nothing\nL4..L18 requires pro\n\
        bills > 500 requires pro\ncsv-export requires pro\n\nalways L1..L18 allowed with pro\n\
        always L1..L3 allowed with nothing\nnever csv-export allowed without pro\nnever bills \
        denied with pro when platform is ios\n\nscenario \"one user shows it; a claim speaks of \
        all\"\n  given pro\n  expect L4..L18, csv-export allowed because granted\n```\n\n`tollgate \
        test` proves the claims of a policy together with its scenarios. The linter reports a \
        false claim\n([TG0702](tollgate://diagnostics/TG0702)). `tollgate prove` proves each claim \
        by itself, or a new claim that you\ntype. For a false claim it shows the smallest \
        example.\n\n```console\n$ tollgate prove shop.gate\nproved: always L1..L18 allowed with \
        pro (line 10)\nproved: always L1..L3 allowed with nothing (line 11)\nproved: never \
        csv-export allowed without pro (line 12)\nproved: never bills denied with pro when \
        platform is ios (line 13)\n$ tollgate prove shop.gate \"always csv-export allowed with \
        nothing\"\nrefuted: always csv-export allowed with nothing\n  csv-export is denied because \
        not-held: a free user\n    scenario \"a free user\"\n      expect csv-export denied \
        because not-held\n[status 1]\n```\n\nA claim has these parts, in this order: `always` or \
        `never`, targets, `adding Q` or `reaching VALUE` (optional),\n`allowed`, `warned` or \
        `denied`, `with` or `without` a requirement, and a condition. `with nothing` means\n\
        everybody. `from I` and `until I` limit the time.\n\nA claim about a setting may also name \
        its value: `is VALUE`, `is at least VALUE`, or `is at most VALUE` for a\nsetting with \
        `smaller is better`.\n\n```gate history.gate\ntiers free < plus\nproduct extra-month\n  \
        adds 30 days to history\nsetting history is 7 days\n  30 days with plus\n\nalways history \
        is at least 30 days with plus\nalways history reaching 7 days allowed with nothing\n```\n\n\
        ```console\n$ tollgate prove history.gate\nproved: always history is at least 30 days with \
        plus (line 7)\nproved: always history reaching 7 days allowed with nothing (line 8)\n$ \
        tollgate prove history.gate \"never history is at least 30 days without plus\"\nrefuted: \
        never history is at least 30 days without plus\n  history is 37 days: a free user who \
        bought extra-month\n    scenario \"a free user who bought extra-month\"\n      given \
        product extra-month\n      expect history is 37 days\n[status 1]\n```\n\nUsers may buy \
        each add-on as often as they like. The snapshot's own allowance of the setting is 0 in a \
        claim.\n\nA claim is about all users whose purchase data is fresh and complete. Write \
        claims for promises that no later\nrule may break.\n
        """),
    LanguagePage(
      name: "conditions", title: "When a rule applies",
      text: """
        # When a rule applies\n\nA rule can have a time and a condition, on its own line.\n\n## \
        From and until\n\n```gate\nfact updated is a date\ntoolbox requires pro from 2026-03-01 \
        until 2026-04-01\neditor requires pro from 7 days after updated\n\nscenario \"before\"\n  \
        given updated 2026-01-10\n  expect toolbox allowed until 2026-03-01\n  expect editor \
        allowed until 2026-01-17\nscenario \"in force\"\n  given updated 2026-01-10\n  at \
        2026-03-01\n  expect toolbox denied until 2026-04-01\n  expect editor denied because \
        not-held for ever\n```\n\nThe rule applies from the first instant until just before the \
        second. A date that the app reports is written with a\nduration: `until 7 days after \
        updated`, and `until 0 days after updated` for the date itself. If the fact is missing, it \
        is unknown\nwhether the rule applies.\n\n## When and unless\n\n```gate\nfact platform is \
        ios, android or web\nfact installed is a date\nfact first-version is a version\nmeter \
        exports\nrollout new-paywall is 43% of users\n\nlive-photos are off when platform is web\n\
        widgets require pro when platform is one of ios, android\narchive requires pro when \
        installed since 2026-03-01 and not platform is web\nthemes require pro unless \
        first-version before 2.0\nsharing requires pro when exports > 3 per day\ntoolbox requires \
        pro when in new-paywall\n\nscenario \"each of them is false\"\n  given platform is web, \
        installed 2026-03-01, first-version 1.9\n  given exports 3 per day, subject \"user-2\"\n  \
        expect live-photos denied because off\n  expect widgets, archive, themes, sharing, toolbox \
        allowed because ungated\nscenario \"each of them is true\"\n  given platform is ios, \
        installed 2026-03-01, first-version 2.0\n  given exports 4 per day, subject \"user-1\"\n  \
        expect live-photos allowed because ungated\n  expect widgets, archive, themes, sharing, \
        toolbox denied because not-held\n```\n\n- `before` means earlier than; `since` means at or \
        after.\n- A condition reads the present value of a meter, without the amount that the ask \
        would add.\n- A condition asks about facts, meters, rollouts and time. The name of a \
        product or an entitlement in it is an\n  error: ask about what people have in the \
        requirement, as in `requires not pro`.\n- Join conditions with `and`, `or`, `not` and \
        parentheses. `unless` means `when not`.\n\n## An unknown condition\n\nIf a condition is \
        unknown, it is unknown whether the rule applies, and unknown is never allowed.\n
        """),
    LanguagePage(
      name: "entitlements", title: "Entitlements",
      text: """
        # Entitlements\n\nAn entitlement is a right that a user can have: from a purchase, as a \
        gift, or from the policy itself.\n\n## Write it\n\n```gate\nentitlements basic, advanced\n\
        entitlement full \"Everything\" includes basic and advanced\n  benefit \"Every course, \
        also those to come\"\nL1..L8 requires basic\nL9..L14 requires advanced\n\nscenario \"one \
        of them\"\n  given basic\n  expect L1..L8 allowed because granted\n  expect L9..L14 denied \
        because not-held\nscenario \"full includes both\"\n  given full\n  expect L1..L14 allowed \
        because granted\n```\n\n- `entitlements A, B` declares several, `entitlement A` one.\n- \
        `includes` names the entitlements that come with it. A circle is an error \
        ([TG0106](tollgate://diagnostics/TG0106)).\n- `benefit LABEL` is a text for paywalls. You \
        may write several.\n\nEntitlements are independent of [tiers](tollgate://language/tiers).\n
        """),
    LanguagePage(
      name: "facts", title: "Facts",
      text: """
        # Facts\n\nA fact is a property of the user or the device that the app reports.\n\n## \
        Write it\n\n```gate\nfact platform is ios, android or web\nfact installed is a date\nfact \
        beta-tester is yes or no, otherwise no\nfact first-version is a version\nfact first-build \
        is a number\nfact country is tr, us or anything else\n\nlive-photos are off when platform \
        is web\narchive requires pro when installed since 2026-03-01\nlab requires beta-tester\n\
        old-theme is off unless first-version before 2.0\nimport requires pro unless first-build \
        <= 2016\ntax-report is off unless country is tr\n\nscenario \"what is known decides\"\n  \
        given platform is ios, installed 2026-02-28, first-version 1.10, first-build 2016, country \
        is fr\n  expect live-photos, archive, old-theme, import allowed because ungated\n  expect \
        tax-report denied because off\n  expect lab denied because not-held\nscenario \"what is \
        not known denies\"\n  expect live-photos denied because unknown-fact\n```\n\n| kind | \
        compared with |\n|---|---|\n| a choice: `is ios, android or web` | `is`, `is not`, `is one \
        of ios, android` |\n| `is a date` | `before`, `since`, and `7 days after` or `1 month \
        after` it |\n| `is yes or no` | its name alone, or `not` and its name |\n| `is a version` |\
         `before 2.0`, `since 1.4`; missing parts are 0 |\n| `is a number` | `>`, `>=`, `<`, `<=`, \
        `is`; a whole number, 0 or more |\n\n- A value that is not among the declared choices is \
        unknown, unless the list ends in `or anything else`.\n- `otherwise V` gives the value, of \
        any kind, for a fact that the app does not report. Without `otherwise`, a\n  missing fact \
        is unknown.\n
        """),
    LanguagePage(
      name: "features", title: "Features",
      text: """
        # Features\n\nA feature is a thing that a user may use or may not use.\n\n## Write it\n\n\
        ```gate\nfeature csv-export \"CSV export\" zh-Hans \"导出 CSV\"\n  benefit \"Open your data \
        anywhere\" zh-Hans \"随处打开数据\"\nfeatures cloud-sync, settings\n\ncsv-export requires pro\n\
        cloud-sync requires pro\nsettings requires nothing\n\nscenario \"a gate is shut, the \
        others are open\"\n  expect csv-export, cloud-sync denied because not-held\n  expect \
        settings allowed because ungated for ever\n```\n\n`feature A` declares one feature with a \
        label. `features A, B` declares several. A feature without a rule is\nopen to everybody. \
        If you mean that, write `requires nothing`; the linter asks for it\n\
        ([TG0211](tollgate://diagnostics/TG0211)).\n\n## A name that the policy does not know\n\n\
        Such a name is denied as `undeclared`. A typo in the app opens nothing. On the command \
        line, `check` and\n`explain` suggest the nearest name and end with status 64.\n
        """),
    LanguagePage(
      name: "files", title: "Several files",
      text: """
        # Several files\n\n`use` adds the statements of another file to a policy. A long policy \
        reads better in parts: one file for plans and\nprices, one for features, one for each \
        team.\n\n`prices.gate`:\n\n```gate prices.gate\ntiers free < pro\n\nproduct annual\n  \
        grants pro\n  price 12 CNY per year\n```\n\n`shop.gate`:\n\n```gate shop.gate\npolicy \
        Shop\nuse \"prices.gate\"\n\nmeter bills\nbills > 500 requires pro\n\nscenario \"a free \
        user is stopped at the 501st bill\"\n  given bills 500\n  expect bills denied because \
        limit-reached unlocked by annual\n```\n\n## One policy\n\nAll files are one policy. A name \
        that one file declares is known in all of them, and what may be declared once may be\nin \
        one of them. As soon as one file declares a feature, every file has to use declared \
        features. A clause belongs to\na statement of its own file.\n\nOnly the file that you \
        begin with may say `policy`, `trust` or `snooze`. For lists and ties that follow the order \
        of\nthe source, a file is where it is used first. Files may use each other, and each \
        counts once.\n\n## The path\n\n- The path is relative to the file that says it: `use \
        \"plans/annual.gate\"`.\n- It stays inside the folder of the first file. There is no `/` \
        at its start, no `..` out of the folder and no link out\n  of it.\n- It is written with \
        `/`, and with upper and lower case as the file has it, on every system.\n- A policy has at \
        most 1,000 files and 16 MiB in all of them.\n\n`use` has no clauses.\n\n## In the command \
        and in an app\n\nEvery command takes the first file and reads the others: `tollgate lint \
        shop.gate`. A message names the file and the\nline of its place. `tollgate fmt` formats \
        the files that you name, each by itself; `tollgate lint --fix` fixes each file of the \
        policy. When you name a folder, `lint` and `test` read a used file that says no `policy` \
        as a part of the\npolicy that uses it. A compiled file holds all files.\n\n\
        `Policy(contentsOf:)` reads the other files from the folder. A text from memory gets its \
        files from a closure:\n`Policy(source: text, files: { path in bundle[path] })`.\n\n## \
        Mistakes\n\n- [TG0060](tollgate://diagnostics/TG0060): a file that cannot be used\n- \
        [TG0061](tollgate://diagnostics/TG0061): a path that leads out of the folder\n- \
        [TG0062](tollgate://diagnostics/TG0062): `policy`, `trust` or `snooze` in a used file\n
        """),
    LanguagePage(
      name: "for-each", title: "For each of",
      text: """
        # For each of\n\nA team of four gets four times as much, without a line for each size.\n\n\
        ## Write it\n\nBehind a quantity stands what it is for: a meter that is sold, or a number \
        fact.\n\n```gate\ntiers free < team\nproduct team-plan\n  grants team\n  price 20 USD per \
        month for each of seats, at least 3\nmeters seats, credits\ncredits at most 20 per month\n \
         400 for each of seats with team\n\nscenario \"four seats have 1,600 credits\"\n  given \
        product team-plan times 4, credits 1_599 per month\n  expect credits allowed remaining 1\n\
        scenario \"one seat more brings 400 more\"\n  given product team-plan times 4, credits \
        1_600 per month\n  expect credits denied unlocked by team-plan\n```\n\nThe quantity of `at \
        most`, of a step below it, and the values of a [setting](tollgate://language/settings) may \
        be for each of\nsomething. Conditions, reminders, `allowance` and `undecided` may not, and \
        a comparison with `>` may not.\n\n## How many\n\nOf a meter, the number is how many are \
        *bought*: the quantities of all purchases that count now, of products with a\nprice `for \
        each of` it. It is not how many are used. Of a fact, it is the value that the app \
        reports.\n\nA number above 1,000,000 counts as that. A number that is missing is unknown, \
        and so is the quantity: no limit is\ntold then, and nothing opens that the number would \
        have to open. A setting has the value that is surely had.\n\n## Buying more\n\nA first \
        purchase brings the least number that the product sells (`at least 3`, else 1); who has it \
        may buy one more.\nSo a decision offers the product again, and says whether that is \
        enough.\n\n## Limits\n\nAll quantities of one counter, or of one setting, are for each of \
        the same thing. A meter that no price counts, and a\nfact that is no number, is `TG0047`.\n
        """),
    LanguagePage(
      name: "grants", title: "Grants of the policy",
      text: """
        # Grants of the policy\n\nWith `grant`, the policy itself gives an entitlement: a trial, a \
        migration, a promotion.\n\n## Write it\n\n```gate\ntiers free < pro\nfact installed is a \
        date\nfact beta-tester is yes or no, otherwise no\ncsv-export requires pro\n\ngrant pro \
        for 7 days after installed when installed before 2026-03-01\ngrant pro from 2026-12-24 \
        until 2026-12-27\ngrant pro when beta-tester\n\nscenario \"the first week\"\n  given \
        installed 2026-01-01\n  expect csv-export allowed because granted until 2026-01-08\n\
        scenario \"the week is over\"\n  given installed 2026-01-01\n  at 2026-01-08\n  expect \
        csv-export denied because not-held until 2026-12-24\nscenario \"at Christmas everybody has \
        it\"\n  given installed 2026-06-01\n  at 2026-12-25\n  expect csv-export allowed until \
        2026-12-27\nscenario \"testers always do\"\n  given installed 2026-06-01, beta-tester\n  \
        expect csv-export allowed for ever\n```\n\nYou may combine the parts: `for DURATION after \
        FACT-OR-INSTANT` (or `for 3 months after` it), `from I`, `until I`, `when CONDITION`,\n\
        `unless CONDITION`. `I` may be a date that the app reports: `until 0 days after FACT`. A \
        grant without any part gives the entitlement to everybody for ever; the linter asks\n\
        whether you mean that ([TG0504](tollgate://diagnostics/TG0504)).\n\nIf a fact is missing, \
        it is unknown whether the user has the grant, and unknown is never allowed.\n
        """),
    LanguagePage(
      name: "groups", title: "Groups",
      text: """
        # Groups\n\nA group is one name for several features.\n\n## Write it\n\n```gate\nfeatures \
        csv-export, database-export, cloud-sync, settings\nseries L1..L4\ngroup exports is \
        csv-export and database-export\ngroup paid is exports, cloud-sync, L3..L4\npaid requires \
        pro\neverything except paid requires nothing\n\nscenario \"a rule about a group is about \
        each member\"\n  expect exports, cloud-sync, L3, L4 denied because not-held\n  expect \
        settings, L1, L2 allowed because ungated\n```\n\nA group may contain groups and ranges. A \
        circle is an error ([TG0106](tollgate://diagnostics/TG0106)).\n`everything` is the group \
        of all features and all members of series. It contains no meters and no settings; a\nrule \
        about `everything` that leaves some of them open is a finding \
        ([TG0215](tollgate://diagnostics/TG0215)).\n\nA group with a label is a section of the \
        plan table: `group exports \"Exports\" is csv-export and database-export`.\n\n## Ask about \
        a group\n\nA question about a group or a range is about all its members at once. It is \
        allowed if each member is.\n\n## Sections of the plan table\n\nThe sections stand in the \
        order of the groups; a feature stands in its first group, and one of none before all \
        sections.\n
        """),
    LanguagePage(
      name: "labels", title: "Labels",
      text: """
        # Labels\n\nPeople read labels instead of names. A label can be in many languages.\n\n## \
        Write a label\n\nWrite a text, then any number of pairs of a language and a text. \
        Languages are BCP 47 tags. The first text\nis for every language without a text of its \
        own. `\\\"` and `\\\\` are the only escapes.\n\n```gate shop.gate\npolicy Shop\ntiers free \
        \"Free\" zh-Hans \"免费版\" tr \"Ücretsiz\" < pro \"Pro\" zh-Hans \"专业版\" tr \"Pro\"\nfeature \
        csv-export \"CSV export\" zh-Hans \"导出 CSV\" tr \"CSV dışa aktarma\"\ncsv-export requires \
        pro\n```\n\nLabels follow the names of tiers, entitlements, products, meters, features, \
        series and groups, the words\n`benefit`, `message` and `reminder`, and the name of the \
        policy.\n\n```console\n$ tollgate table shop.gate --format markdown --locale zh-Hans --at \
        2026-06-01\n# Shop\n\n|  | 免费版 | 专业版 |\n| --- | :---: | :---: |\n| **价格** | 免费 |  |\n| 导出 \
        CSV | – | ✓ |\n\n✓ 包含   – 不包含\n```\n\n## Without a label\n\nPeople see the name. If a \
        language is used elsewhere in the file and missing here, the linter asks for a\n\
        translation: [TG0601](tollgate://diagnostics/TG0601).\n\nTollgate's own words are English \
        or Chinese. In any other language people read a label only if every label of the\npolicy \
        has a text in it; otherwise they read the first text of each, so that nobody reads two \
        languages at once.\n
        """),
    LanguagePage(
      name: "ladders", title: "Ladders",
      text: """
        # Ladders\n\nA ladder is a limit that grows with the plan: one line for everybody, and a \
        step for each plan that gets more.\n\n## Write it\n\nThe first line has the limit of \
        everybody. Each step has a quantity, or `unlimited`, and what it needs. Steps come\nin any \
        order.\n\n```gate\ntiers free < plus < business < enterprise\nguests at most 10\n  100 \
        with plus\n  250 with business\n  unlimited with enterprise\n  message \"Your plan has \
        room for {limit} guests.\" zh-Hans \"你的方案最多 {limit} 位访客。\"\n\nscenario \"free\"\n  given \
        guests 10\n  expect guests denied because limit-reached\nscenario \"plus has room for \
        100\"\n  given plus, guests 99\n  expect guests allowed because granted remaining 1\n\
        scenario \"enterprise has no limit\"\n  given enterprise, guests 1_000\n  expect guests \
        allowed unlimited\n```\n\nA ladder is one rule. The limit of a user is the greatest of the \
        first line and of the steps that count for this\nuser. Several ladders about one meter \
        must all hold. A ladder without steps is a limit for everybody.\n\n## When a step counts\n\
        \nA step counts while its requirement is met, it is in force, and its condition is true. \
        `from`, `until`, `when` and\n`unless` after a step are about the step; in the first line \
        they are about the whole ladder.\n\n```gate\ntiers free < plus\nfact platform is ios, \
        android or web\nexports at most 3 per day\n  10 with nothing until 2026-02-01\n  30 with \
        plus when platform is not web\n\nscenario \"in January\"\n  given exports 9 per day\n  \
        expect exports allowed remaining 1\nscenario \"later\"\n  given exports 9 per day\n  at \
        2026-02-01\n  expect exports denied because limit-reached\n```\n\nThe window (`per day`) \
        belongs in the first line. All steps count in it.\n\n## Allowance and undecided\n\nThe \
        first line may also say `allowance`, `allowance otherwise 3` or `undecided`. A step may \
        not. See\n[Allowances](tollgate://language/allowances).\n\n```gate\ntiers free < plus\n\
        seats at most allowance otherwise 3\n  100 with plus\n\nscenario \"the server gives 7\"\n  \
        given seats 6, seats allowance 7\n  expect seats allowed remaining 1\nscenario \"nothing \
        is given\"\n  given seats 3\n  expect seats denied because limit-reached\n```\n\n## \
        Reminders\n\nA percentage is a share of the user's own limit. A quantity is the same for \
        everybody, and needs a first line with\na quantity.\n\n```gate\ntiers free < plus\nguests \
        at most 10\n  100 with plus\n  reminder at 90%\n\nscenario \"9 of 10\"\n  given guests 8\n \
         expect guests allowed with reminder at 9\nscenario \"9 of 100\"\n  given plus, guests 8\n \
         expect guests allowed with no reminder\n```\n\n## Plain limits that are one ladder\n\n\
        Plain limits can say the same as a ladder. The linter finds them, proves that a ladder \
        decides alike for everybody,\nand `tollgate lint --fix` writes it. In an editor, a code \
        action writes a ladder as plain limits again.\n\n```gate\nentitlements plus, business\n\
        meter guests\nguests > 10 requires plus or business\nguests > 100 requires business\n```\n\
        \n```lint\npolicy.gate:3:1: note[TG0312]: 2 limits of `guests` can be written as one \
        ladder\n  at “guests > 10”: the first of them\n  line 4, column 1: another one\n  help: \
        write one ladder: `guests at most 10`, and a line for each step (safe fix)\n```\n\n\
        [TG0312](tollgate://diagnostics/TG0312) says when two sentences are not the same.\n\n## \
        Compare two versions\n\n`tollgate diff` tells who may use less and who may use more.\n\n\
        ```gate old.gate\ntiers free < plus < business\nguests at most 10\n  100 with plus\n  \
        unlimited with business\n```\n\n```gate new.gate\ntiers free < plus < business\nguests at \
        most 10\n  50 with plus\n  unlimited with business\n```\n\n```console\n$ tollgate diff \
        old.gate new.gate\nplus\n  guests: 100 → 50\n\nguests\n  loses: guests 51 to 100, with \
        plus, without business\n    line 3 said `100 with plus`; line 3 now says `50 with plus`\n  \
          for example a plus user with 50 guests, who wants one more: allowed before (granted), \
        denied now (limit-reached)\n      scenario \"a plus user with 50 guests\"\n        given \
        plus, guests 50\n        expect guests denied because limit-reached\n\nalso changed\n  the \
        limits of guests: 10 (steps: 100, unlimited) → 10 (steps: 50, unlimited)\n```\n
        """),
  ]
}
