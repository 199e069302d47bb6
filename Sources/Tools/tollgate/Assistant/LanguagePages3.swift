// Written by `CatalogueTests` from the pages of the documentation: never edit it.

extension LanguagePage {
  static let pages3: [LanguagePage] = [
    LanguagePage(
      name: "rollover", title: "Unused rolls over",
      text: """
        # Unused rolls over\n\nMinutes that were not used this month are there next month, for \
        those who pay for it.\n\n## Write it\n\n`unused rolls over` stands below a limit per day, \
        week, month or year. It is a clause of a comparison or a ladder.\n\n```gate\ntiers free < \
        pro\nproduct pro-monthly\n  grants pro\n  price 10 USD per month\nmeter minutes\nminutes \
        at most 100 per month\n  400 with pro\n  unused rolls over with pro, at most 800 carried\n\
        \nscenario \"40 minutes were left last month\"\n  given pro, minutes 439 per month carried \
        40\n  expect minutes allowed remaining 1\nscenario \"who left pro has nothing carried\"\n  \
        given minutes 100 per month carried 40\n  expect minutes denied because limit-reached\n\
        ```\n\n`with` says whose unused amounts roll over; without it, everybody's do. `at most \
        800 carried` ends it in the meter's\nunit, and `at most 25% carried` is a share of the \
        user's limit with what products add. Without either, all that is\nunused is carried.\n\n## \
        What is decided\n\nThe limit is raised by what was carried, by at most the end that the \
        clause names, if the user surely meets the\nrequirement now. In the \
        [quota](tollgate://language/decision-quota) `limit` includes it, and `carried` says how \
        much it\nis. A price beyond the limit begins behind it. Conditions such as `when minutes \
        >= 50 per month` do not see it.\n\nA counter says what was carried: `\"month\": {\"used\": \
        12, \"carried\": 40, \"resets\": \"2026-03-01\"}`. Where it `resets`,\nnothing is carried \
        from then on; each later step of `then` has its own `carried`. A scenario gives it behind \
        the\nwindow: `given minutes 12 per month carried 40`.\n\n## What is carried\n\nWhoever \
        counts works it out; `TollgateUsage` does. When a window ends, the user's limit, with what \
        products add and\nwhat was carried into the window, less what was used, is carried into \
        the next one: never less than nothing, and at\nmost the end that the clause names. Packs \
        and what was paid for beyond the limit are no part of it. Limit and\nrequirement are those \
        of the last moment of the window. A limit that is unlimited, or that cannot be told, \
        carries\nnothing, and who does not meet the requirement then loses what was carried \
        before.\n\n## Limits\n\nOnly windows that follow the calendar or the subscription have a \
        next one; windows that roll, or begin with the first\nuse, carry nothing. One rule about a \
        counter may have the clause, and then no other limit counts the same: write one\nladder \
        with a line for each plan. Both are `TG0046`.\n
        """),
    LanguagePage(
      name: "running-use", title: "Running use",
      text: """
        # Running use\n\nA use that began while it was allowed may finish.\n\n## Write it\n\n\
        ```gate\ncloud-sync requires pro\n  running use may finish\n\nscenario \"pro has ended \
        during the sync\"\n  given pro until 2025-12-31\n  expect cloud-sync continuing allowed\n  \
        expect cloud-sync denied because expired\n```\n\nThe app reports that a use is still \
        running; the command `check` says `--continuing`. In Swift it is `continuing: true`.\n\
        Rules with this clause let it pass. Every other rule about the target still counts.\n
        """),
    LanguagePage(
      name: "scenarios", title: "Scenarios",
      text: """
        # Scenarios\n\nA scenario is a test inside the policy: one user, one time, and the \
        expected decisions.\n\n## Write it\n\n```gate\ntiers free < pro\nproduct annual\n  grants \
        pro\nproduct lifetime\n  grants pro\nmeter bills\nfact platform is ios or web\nbills > 500 \
        requires pro\n  reminder at 450\ncsv-export requires pro\nlive-photos are off when \
        platform is web\n\nscenario \"a free user is stopped at the 501st bill\"\n  given bills \
        500, platform is web\n  at 2026-06-01\n  expect bills denied because limit-reached \
        unlocked by annual or lifetime\n  expect bills adding 0 allowed with reminder at 450\n  \
        expect live-photos denied because off unlocked by nothing\nscenario \"pro, until the \
        subscription ends\"\n  given product annual until 2027-01-01, bills 10_000\n  at \
        2026-12-31T23:59Z\n  expect bills allowed unlimited until 2027-01-01\n  expect csv-export \
        allowed because granted\nscenario \"on hold\"\n  given product annual hold\n  expect \
        csv-export denied because on-hold unlocked by lifetime\n```\n\n## Given\n\nEverything that \
        you do not give is unknown. You may write several lines.\n\n| words | meaning |\n|---|---|\
        \n| `pro`, `pro until 2027-01-01` | an entitlement |\n| `product annual [STATE] [from I] \
        [until I] [times 2] [shared] [offer used]` | a purchase, and whether its buyer had a trial \
        or an introductory price |\n| `bills 500`, `exports 3 per day resets 2026-01-02` | a \
        counter |\n| `minutes 12 per month carried 40` | a counter, and how much was carried into \
        its window |\n| `messages 40 per 3 hours then 0 at 2026-01-02` | a counter that falls step \
        by step |\n| `storage allowance 10 GB`, `history allowance 30 days` | an allowance of a \
        meter or a setting |\n| `platform is ios`, `installed 2026-03-01`, `first-version 1.4`, \
        `not minor` | a fact |\n| `subject \"user-1\"` | the user's id, for rollouts |\n| \
        `verified I`, `seen I` | the time at which purchases were confirmed; the latest time seen |\
        \n| `dismissed \"bills@450\" at I` | a prompt or reminder that the user dismissed |\n\n## \
        At\n\n`at` sets the time. The default is 2026-01-01. A scenario never looks at the clock.\n\
        \n## Expect\n\nWrite `expect TARGETS`, then `adding Q` or `reaching Q`, `continuing`, then \
        `allowed`, `warned` or `denied`.\nAny of these may follow: `because REASON`, `remaining \
        Q`, `unlimited`, `with reminder at Q`,\n`with no reminder`, `ends I` (a reminder of that \
        end is due), `snoozed until I`, `unlocked by A or B and C`, `unlocked by nothing`, `until \
        I`,\n`for ever`, `instead basic-model`, `instead nothing`, `uses 4 credits`, `uses \
        nothing`, `uses left 1`,\n`charged 0.15 USD`. Each member of a range or group is tested by \
        itself.\n\nFor a setting, write `expect SETTING is VALUE`, `is at least VALUE` or \
        `reaching VALUE`. See [Settings](tollgate://language/settings).\n\n## Run them\n\n\
        `tollgate test` runs the scenarios and shows which cases are missing. See\nFor product \
        owners.\n
        """),
    LanguagePage(
      name: "series", title: "Series",
      text: """
        # Series\n\nA series is a row of numbered features: lessons, levels, chapters.\n\n## Write \
        it\n\n```gate\nseries L1..L18 \"Lessons\" zh-Hans \"课程\"\nL1..L3 requires nothing\nL4..L8 \
        requires basic\nL9..L18 requires advanced\n\nscenario \"a range in a rule lies inside the \
        series\"\n  given basic\n  expect L1..L3 allowed because ungated\n  expect L4..L8 allowed \
        because granted\n  expect L9, L18 denied because not-held\n```\n\n`series L1..L18` \
        declares the features `L1` to `L18`. A range that is reversed, or that goes beyond its\n\
        series, is an error ([TG0105](tollgate://diagnostics/TG0105)).\n
        """),
    LanguagePage(
      name: "settings", title: "Settings",
      text: """
        # Settings\n\nA setting is a value that depends on what a user has: the days of a history, \
        the size of a file, a quality.\n\n## A quantity\n\nWrite the value of everybody after \
        `is`, and below it a step for each plan that has a better one.\n\n```gate\ntiers free < \
        basic < full\nsetting history \"Page history\" zh-Hans \"页面历史\" is 7 days\n  30 days with \
        basic\n  unlimited with full\n\nscenario \"everybody\"\n  expect history is 7 days\n\
        scenario \"basic\"\n  given basic\n  expect history is 30 days\n  expect history reaching \
        31 days denied because limit-reached\nscenario \"full\"\n  given full\n  expect history is \
        unlimited\n```\n\nAll values of a setting are of one kind: numbers, sizes, durations, \
        months (`1 month`, `2 years`), or percentages\nwith at most two decimals. A bare\n`0` is \
        of each kind; where all values are `0`, the kind is that of what products add. `unlimited` \
        is a step only. A setting must be declared.\n\nThe value of a user is the best of the \
        value after `is` and of the steps that count. Steps count as those of a\n\
        [ladder](tollgate://language/ladders) do.\n\n## A choice\n\nWrite the choices from the \
        least to the best. The first is everybody's. Each may have a label.\n\n```gate\ntiers free \
        < pro\nfact platform is ios, android or web\nsetting quality is low \"Low\" < standard \
        \"Standard\" < high \"High\"\n  standard with pro\n  high with pro when platform is not \
        web\n\nscenario \"pro, on a phone\"\n  given pro, platform is ios\n  expect quality is \
        high\n  expect quality reaching standard allowed\nscenario \"pro, on the web\"\n  given \
        pro, platform is web\n  expect quality is standard\n```\n\nThe names of the choices belong \
        to the setting. A choice with the name `unlimited` is written in backquotes.\n\n## Smaller \
        is better\n\nWrite `, smaller is better` after a quantity. The best value is then the \
        least.\n\n```gate\ntiers free < plus\nsetting delay is 30s, smaller is better\n  5s with \
        plus\n\nscenario \"plus\"\n  given plus\n  expect delay is 5s\n  expect delay is at most \
        10s\n```\n\n## What a value takes part in\n\nA rule may have a setting as its subject, \
        like a feature. Such a rule does not change the value. Limits, conditions,\ngroups and \
        `everything` do not hold settings. A product may add to a quantity, unless smaller is \
        better.\n\n```gate\ntiers free < plus\nsetting history is 7 days\n  30 days with plus\n\
        history requires plus\nproduct more-history\n  adds 90 days to history\n\nscenario \"plus, \
        and more\"\n  given plus, product more-history\n  expect history is 120 days\n  expect \
        history allowed because granted\n```\n\n`message`, `because`, `prompt` and `soft` may be \
        written below a setting. They are for an ask that the value does not\nreach.\n\n## \
        Scenarios\n\n`expect SETTING is VALUE` expects exactly this value, `is at least VALUE` \
        this or a better one (`is at most` where\nsmaller is better).\n\n```gate\ntiers free < \
        plus\nsetting history is 7 days\n  30 days with plus\n\nscenario \"plus\"\n  given plus\n  \
        expect history is at least 30 days\n```\n\n## Compare two versions\n\n`tollgate diff` \
        tells who gets which value in place of which, with a smallest example.\n\n```gate \
        old.gate\ntiers free < plus < business\nsetting history is 7 days\n  30 days with plus\n  \
        90 days with business\n```\n\n```gate new.gate\ntiers free < plus < business\nsetting \
        history is 7 days\n  14 days with plus\n  unlimited with business\n```\n\n```console\n$ \
        tollgate diff old.gate new.gate\nplus\n  history: 30 days → 14 days\nbusiness\n  history: \
        90 days → unlimited\n\nhistory\n  loses (30 days → 14 days): with plus, without business\n \
           line 3 said `30 days with plus`; line 3 now says `14 days with plus`\n    for example a \
        plus user: 30 days before, 14 days now\n      scenario \"a plus user\"\n        given \
        plus\n        expect history is 14 days\n  gains (90 days → unlimited): with business\n    \
        line 4 said `90 days with business`; line 4 now says `unlimited with business`\n    for \
        example a business user: 90 days before, unlimited now\n      scenario \"a business \
        user\"\n        given business\n        expect history is unlimited\n```\n\nWith \
        `--fail-on loss` the command ends with status 1 if somebody loses something, such as a \
        part of a value.\n
        """),
    LanguagePage(
      name: "snooze", title: "Snooze",
      text: """
        # Snooze\n\n`snooze` says how long a prompt or a reminder stays away after the user \
        dismisses it.\n\n## For the whole policy\n\n```gate\nsnooze prompts for 24h\ncsv-export \
        requires pro\nbills > 500 requires pro\n  reminder at 450\n\nscenario \"dismissed this \
        morning\"\n  given bills 460, dismissed \"bills@450\" at 2025-12-31T08:00Z\n  given \
        dismissed \"csv-export\" at 2025-12-31T09:00Z\n  expect bills allowed with reminder at 450 \
        snoozed until 2026-01-01T08:00Z\n  expect csv-export denied snoozed until \
        2026-01-01T09:00Z\n```\n\nThe decision still contains a snoozed prompt, with the time at \
        which it comes back. The app does not show it\nbefore that time. Without `snooze`, a \
        dismissed prompt comes back at once.\n\n## For one rule or one reminder\n\n`prompt … \
        snooze 7 days` and `reminder at 450 snooze 1 day` replace the `snooze` of the policy. See\n\
        [Prompts](tollgate://language/prompts) and [Reminders](tollgate://language/reminders).\n\n\
        ## Ids\n\nThe id of a prompt is the name of its target. The id of a reminder is \
        `METER@QUANTITY` as the reminder\nsays it, `bills@450` or `bills@90%`, with a window \
        `exports@3/day`. Report them under `dismissed` in the snapshot.\n
        """),
    LanguagePage(
      name: "soft", title: "Soft rules",
      text: """
        # Soft rules\n\nA soft rule only warns.\n\n## Write it\n\n```gate\ntoolbox requires pro\n  \
        soft until 2026-04-01\n  message \"From April on the toolbox is part of Pro.\"\ncolours \
        require pro\n  soft\n\nscenario \"a warning is a use\"\n  expect toolbox warned because \
        not-held until 2026-04-01\n  expect colours warned because not-held for ever\nscenario \
        \"in April it is a denial\"\n  at 2026-04-01\n  expect toolbox denied because not-held\n\
        scenario \"with pro there is nothing to warn of\"\n  given pro\n  expect toolbox, colours \
        allowed because granted\n```\n\nA use with a warning may go ahead. In Swift, \
        ``Decision/isAllowed`` is true. The message, the prompt and the ways in are\nthe same as \
        for a denial. `soft until 14 days after updated` (or `1 month after updated`) counts from \
        a date that the app reports.\n\nIf a rule that is not soft fails too, the use is denied.\n
        """),
    LanguagePage(
      name: "subjects", title: "Subjects",
      text: """
        # Subjects\n\nThe subject names the targets of a rule.\n\n## Features, ranges and groups\n\
        \nJoin them by `,` or `and`. `except` leaves some out.\n\n```gate\nfeatures csv-export, \
        json-export, settings\nseries L1..L5\ngroup exports is csv-export, json-export\nexports \
        and L4..L5 require pro\neverything except settings requires account\n\nscenario \"two \
        rules are about csv-export, one about L1\"\n  given account\n  expect L1 allowed because \
        granted\n  expect csv-export, L4 denied because not-held\n  expect settings allowed \
        because ungated\n```\n\n`requires` and `require` mean the same.\n\nAfter `except` may \
        stand what stands before it: features, ranges and groups, joined by `,` or `and`. All of \
        the list is\nleft out.\n\n```gate\nfeatures csv-export, json-export, settings\nseries \
        L1..L5\neverything except settings, csv-export and L1..L3 requires pro\n\nscenario \"the \
        whole list is left out\"\n  expect settings, csv-export, L1..L3 allowed because ungated\n  \
        expect json-export, L4..L5 denied because not-held\n```\n\n## A limit\n\nA limit is one \
        comparison of a meter with a quantity. It may have a window. See \
        [Limits](tollgate://language/limits).\n\n```gate\nbills > 500 requires pro\nexports >= 4 \
        per day require pro\n\nscenario \"the fourth of today is one too many\"\n  given exports 3 \
        per day, bills 499\n  expect exports denied because limit-reached\n  expect bills allowed \
        remaining 1\n```\n\n## A bare meter\n\nA meter without a comparison is a limit of 0 that \
        no allowance raises.\n\n```gate\nmeter pets\npets requires basic\n\nscenario \"not even \
        one\"\n  given pets 0\n  expect pets denied because limit-reached\nscenario \"what is \
        there may stay\"\n  given pets 3\n  expect pets adding 0 allowed\nscenario \"with what is \
        required\"\n  given pets 3, basic\n  expect pets allowed because granted\n```\n
        """),
    LanguagePage(
      name: "text", title: "Text and names",
      text: """
        # Text and names\n\nA policy is a text file of lines, comments and names.\n\n## Lines\n\nA \
        file is UTF-8 text. A line is a *statement*, or a *clause* that belongs to the nearest \
        statement above it.\nIndentation has no meaning; `tollgate fmt` indents clauses by two \
        spaces. `#` starts a comment.\n\nA line continues on the next line if it ends in `,`, \
        `and` or `or`, or inside a parenthesis.\n\n```gate\n# The free plan has its limits.\n\
        csv-export, json-export and\n  pdf-export require pro  # three features, one rule\n  \
        message \"This needs Pro.\"\n\nscenario \"each of the three\"\n  expect csv-export, \
        json-export, pdf-export denied because not-held\n```\n\n## Names\n\nA name begins with a \
        letter of any script. Letters, digits, `-` and `_` may follow, and a `.` between two of\n\
        them. Upper and lower case are different: `Pro` is not `pro`. A name that begins with a \
        digit is written in\nbackquotes.\n\n```gate\n账单 > 500 requires 专业版\napp.export_2 requires \
        专业版\n`2fa` requires 专业版\n\nscenario \"a name is a name in every script\"\n  given 账单 500\n \
         expect 账单 denied because limit-reached\n```\n\n## A word of the language as a name\n\nA \
        few words are part of the language. To use one as a name, write it in backquotes.\n\n\
        ```gate\nfeature `price`\n`price` requires pro\n```\n\n## Misleading characters\n\nThese \
        are errors: names of different scripts that look the same, invisible characters, and \
        characters that\nchange the direction of a text. See \
        [TG0104](tollgate://diagnostics/TG0104).\n
        """),
    LanguagePage(
      name: "tiers", title: "Tiers",
      text: """
        # Tiers\n\nTiers are the ranked plans of a policy. Each tier includes those below it.\n\n\
        ## Write it\n\n```gate\ntiers free \"Free\" < pro \"Pro\" < team \"Team\"\ncsv-export \
        requires pro\nshared-lists require team\nhelp requires free\n\nscenario \"everybody holds \
        the first tier\"\n  expect help allowed because granted\n  expect csv-export denied \
        because not-held\nscenario \"team includes pro\"\n  given team\n  expect csv-export, \
        shared-lists allowed because granted\nscenario \"pro does not include team\"\n  given pro\n\
          expect shared-lists denied because not-held\n```\n\nA policy has at most one `tiers` \
        statement. For a right that is independent of the tiers, declare an\n\
        [entitlement](tollgate://language/entitlements).\n\n## Mistakes that the linter finds\n\n\
        The linter reports a higher tier that lacks something of a lower one \
        ([TG0213](tollgate://diagnostics/TG0213)), and\na tier that adds nothing \
        ([TG0408](tollgate://diagnostics/TG0408)).\n
        """),
    LanguagePage(
      name: "trust", title: "Trust in purchase data",
      text: """
        # Trust in purchase data\n\n`trust snapshots for` says how old purchase data may be before \
        it counts as unknown.\n\n## Write it\n\n```gate\ntrust snapshots for 24h\ncsv-export \
        requires pro\n\nscenario \"confirmed an hour ago\"\n  given pro, verified \
        2025-12-31T23:00Z\n  expect csv-export allowed because granted until 2026-01-01T23:00Z\n\
        scenario \"confirmed a day ago: the store must be asked again\"\n  given pro, verified \
        2025-12-31\n  expect csv-export denied because stale\nscenario \"what was not bought stays \
        not bought\"\n  given verified 2025-01-01\n  expect csv-export denied because not-held\n\
        ```\n\n`verified` in a scenario is ``Snapshot/asOf`` in Swift: the time at which the \
        purchases were last confirmed.\n\n## Without it\n\nPurchase data never becomes stale. That \
        suits apps that are sold once and used without a network.\n\n## See also\n\n[Stale \
        purchase data](tollgate://language/decision-staleness) says exactly what becomes unknown.\n
        """),
    LanguagePage(
      name: "undeclared-names", title: "Undeclared names",
      text: """
        # Undeclared names\n\nA policy may use names without declaring them, as long as it \
        declares no name of that kind.\n\n## One line is a policy\n\n```gate\nbills > 500 requires \
        pro\nL9..L14 requires advanced or full\n\nscenario \"bills is a meter, the others are \
        entitlements\"\n  given bills 500, full\n  expect bills denied because limit-reached\n  \
        expect L9..L14 allowed because granted\n```\n\nIn a subject, a name is a feature. A name \
        that is compared with a quantity is a meter. In a requirement, a\nname is an entitlement.\n\
        \n## As soon as one is declared, all are\n\nThe kinds are features, meters, entitlements, \
        products and facts. After one declaration of a kind, every\nundeclared name of that kind \
        is an error, and the message suggests the nearest name.\n\n```gate\ntiers free < pro\n\
        csv-export requires por\n```\n\n```diagnostics\npolicy.gate:2:21: error[TG0101]: there is \
        no entitlement called `por`\n  at “por”: not declared in this policy\n  note: entitlements \
        you can use: free, pro\n  help: write `pro`, the only entitlement within one typo (unsafe \
        fix)\n```\n\nA `series` declares features. A name has one kind; only a product may share \
        its name with something else.\n\n## In conditions\n\nIn a condition, a name alone must be \
        a declared yes-or-no fact.\n\n```gate\ncsv-export is off when minor\n```\n\n\
        ```diagnostics\npolicy.gate:1:24: error[TG0101]: there is no yes-or-no fact called \
        `minor`\n  at “minor”: a name alone in a condition is a yes-or-no fact\n  help: declare \
        it: `fact minor is yes or no`\n  help: for an entitlement, write `requires not minor`\n\
        ```\n
        """),
    LanguagePage(
      name: "uses", title: "What a use takes",
      text: """
        # What a use takes\n\nA use may take an amount from a meter: credits for an image, hearts \
        for a lesson, one call out of a thousand.\n\n## Write it\n\nThe line begins like a rule, \
        with features, ranges, groups or a meter. Each amount names a meter that is declared,\nor \
        that a limit is about. The line below says who pays less. One line may name several \
        meters: `image uses 4 credits\nand 1 of calls`. A feature that uses something needs no \
        other rule.\n\n```gate\ntiers free < pro < team\nmeter credits\nfeatures image, video\n\
        image uses 4 credits\n  2 credits with pro\n  nothing with team\nvideo uses 20 credits\n\
        credits at most 20 per month\n  500 with pro\n\nscenario \"free: five images\"\n  given \
        credits 16 per month\n  expect image allowed uses 4 credits uses left 1\n  expect video \
        denied because limit-reached\nscenario \"pro pays half\"\n  given pro, credits 16 per \
        month\n  expect image allowed uses 2 credits\nscenario \"team pays nothing\"\n  given \
        team, credits 500 per month\n  expect image allowed because ungated uses nothing\n```\n\n\
        `1 credit` means `1 credits`, where nothing else has the name `credit`. After a quantity \
        with a unit of the\nlanguage, write `of`: `5 min of compute`.\n\n## What is decided\n\nA \
        use of the target asks the target's own rules first, then all rules of the meters that it \
        uses, for as much as it\ntakes. Of several lines about one target and one meter the \
        greatest amount counts, not the sum.\n\n```gate\nmeter credits\nfeature image\nfact \
        quality is fast or fine\ncredits at most 10\nimage uses 1 credit\nimage uses 4 credits \
        when quality is fine\n\nscenario \"fast\"\n  given credits 9, quality is fast\n  expect \
        image allowed uses 1 credit\nscenario \"fine\"\n  given credits 9, quality is fine\n  \
        expect image denied because limit-reached uses 4 credits\n```\n\n## Steps\n\nA step has an \
        amount of the same meter, or `nothing`, and what it needs. `from`, `until`, `when` and \
        `unless` may\nfollow. Whoever meets one pays the least of the amounts that they have.\n\n\
        ## For each\n\nA meter may use another one. `for each` takes the amount for each so many \
        that are begun.\n\n```gate\nmeters tokens, credits\ntokens use 1 credit for each 1_000\n\
        credits at most 10\n\nscenario \"1,500 tokens are two thousands that are begun\"\n  given \
        tokens 0, credits 8\n  expect tokens adding 1_500 allowed uses 2 credits\n```\n\nA meter \
        that is used may not use another one, and no amount may depend on a meter that it is taken \
        from.\n\n## In the app\n\nThe decision says what the use takes (`uses`), and its quota is \
        that of the meter under which the fewest further\nuses fit (`quota.meter`, `quota.uses`). \
        Whoever counts takes all amounts of one use in one step, or none.\n
        """),
    LanguagePage(
      name: "overview", title: "The Gate language",
      text: """
        # The Gate language\n\nA policy in the Gate language is a list of sentences that a product \
        owner can read aloud.\n\n## Five principles\n\n1. **One line, one sentence.** `bills > 500 \
        requires pro` is a complete policy.\n2. **Order never matters.** All rules about a target \
        must hold.\n3. **Exact.** There are no loops, no arithmetic and no code. Every question \
        about a policy has an exact\n   answer.\n4. **Unknown is never allowed.** Missing data \
        denies the use, and the explanation says whether usage or a fact is missing.\n5. **All or \
        nothing.** A file with a mistake does not compile, and one run reports every mistake.\n\n\
        ## A policy at a glance\n\nDeclarations name the plans, products and features. Rules say \
        who may use them. Scenarios are examples and\ntests.\n\n```gate\npolicy Shop \"Shop\" \
        zh-Hans \"小店\"\ntiers free < pro\n\nproduct annual \"Annual plan\" zh-Hans \"年度订阅\"\n  \
        grants pro\n  price 12 CNY per year\n\nmeter bills \"bills\" zh-Hans \"账单\"\nfeature \
        csv-export \"CSV export\" zh-Hans \"导出 CSV\"\n\nbills > 500 requires pro\n  reminder at \
        450\ncsv-export requires pro\n\nscenario \"a free user is stopped at the 501st bill\"\n  \
        given bills 500\n  expect bills denied because limit-reached unlocked by annual\n  expect \
        csv-export denied because not-held\nscenario \"pro, until the subscription ends\"\n  given \
        product annual until 2027-01-01, bills 500\n  expect bills, csv-export allowed until \
        2027-01-01\n```\n\n## Topics\n\n### Text\n\n- [Text and names](tollgate://language/text)\n\
        - [Quantities and instants](tollgate://language/quantities)\n- \
        [Labels](tollgate://language/labels)\n- [Several files](tollgate://language/files)\n\n### \
        Declarations\n\n- [The policy line](tollgate://language/policy)\n- [Trust in purchase \
        data](tollgate://language/trust)\n- [Snooze](tollgate://language/snooze)\n- \
        [Tiers](tollgate://language/tiers)\n- [Entitlements](tollgate://language/entitlements)\n- \
        [Products](tollgate://language/products)\n- [Meters](tollgate://language/meters)\n- \
        [Settings](tollgate://language/settings)\n- [Features](tollgate://language/features)\n- \
        [Series](tollgate://language/series)\n- [Groups](tollgate://language/groups)\n- \
        [Facts](tollgate://language/facts)\n- [Rollouts](tollgate://language/rollouts)\n- [Grants \
        of the policy](tollgate://language/grants)\n- [Undeclared \
        names](tollgate://language/undeclared-names)\n\n### Rules\n\n- \
        [Subjects](tollgate://language/subjects)\n- \
        [Requirements](tollgate://language/requirements)\n- [Paid, not in a \
        trial](tollgate://language/paid)\n- [When a rule applies](tollgate://language/conditions)\n\
        - [Off, and not allowed](tollgate://language/off)\n- [Limits](tollgate://language/limits)\n\
        - [Ladders](tollgate://language/ladders)\n- [What a use takes](tollgate://language/uses)\n\
        - [Beyond a limit, for money](tollgate://language/overage)\n- [Unused rolls \
        over](tollgate://language/rollover)\n- [For each of](tollgate://language/for-each)\n- \
        [Allowances](tollgate://language/allowances)\n- \
        [Reminders](tollgate://language/reminders)\n- [Soft rules](tollgate://language/soft)\n- \
        [Running use](tollgate://language/running-use)\n- [Prompts](tollgate://language/prompts)\n\
        - [Messages](tollgate://language/messages)\n\n### Decisions\n\n- \
        [Outcomes](tollgate://language/decision-outcomes)\n- \
        [Time](tollgate://language/decision-time)\n- [What a user \
        has](tollgate://language/decision-entitlements)\n- [Stale purchase \
        data](tollgate://language/decision-staleness)\n- \
        [Reasons](tollgate://language/decision-reasons)\n- [Ways \
        in](tollgate://language/decision-ways-in)\n- [Quota](tollgate://language/decision-quota)\n\
        - [The value of a setting](tollgate://language/decision-settings)\n- [Valid \
        until](tollgate://language/decision-valid-until)\n\n### Tests inside a policy\n\n- \
        [Scenarios](tollgate://language/scenarios)\n- [Claims](tollgate://language/claims)\n\n### \
        Mistakes\n\n- [Mistakes that people make](tollgate://language/mistakes)\n
        """),
  ]

  static let glossary = LanguagePage(
    name: "glossary", title: "Glossary",
    text: """
      # Glossary\n\nThis page explains the words of Tollgate, each in one sentence and with its \
      Chinese word.\n\n## The policy\n\n| word | in Chinese | meaning |\n|---|---|---|\n| policy | \
      策略 | A `.gate` file: all rules that say who may use what. |\n| rule | 规则 | One sentence of a \
      policy that a use must meet, such as `bills > 500 requires pro`. |\n| target | 对象 | The \
      thing that an app asks about: a feature, a member of a series, or a meter. |\n| feature | 功能 \
      | A thing that a user may use or may not use, such as CSV export. |\n| series | 系列 | A row \
      of numbered features, such as the lessons `L1..L18`. |\n| group | 功能组 | One name for several \
      features. |\n| requirement | 要求 | The part of a rule after `requires`: it says what the user \
      must have. |\n| condition | 条件 | The part of a rule after `when` or `unless`: it says when \
      the rule applies. |\n| soft rule | 软性规则 | A rule that only warns. |\n| fact | 应用提供的信息 | A \
      property of the user or the device that the app reports, such as the platform. |\n| rollout |\
       灰度发布 | A fixed share of the users, who get a rule before the others. |\n| label | 名称 | The \
      text that people read instead of a name, in one or more languages. |\n| message | 提示文字 | The \
      text that a user reads when a rule denies a use. |\n| fingerprint | 指纹 | A code that \
      identifies the meaning of a policy: two files with one fingerprint decide alike. |\n\n## \
      Purchases\n\n| word | in Chinese | meaning |\n|---|---|---|\n| entitlement | 权益 | A right \
      that a user can have, and that rules can require. |\n| tier | 等级 | One of the ranked plans \
      of a policy, such as Free or Pro: each tier includes those below it. |\n| product | 商品 | A \
      thing for sale: a subscription, a one-time purchase, or an add-on. |\n| add-on | 附加包 | A \
      product that raises a limit. |\n| pack | 用量包 | An add-on that is used up. |\n| grant | 授权 | \
      A purchase or a gift that gives a user entitlements; a policy can also grant one itself. |\n|\
       trial | 试用 | A free first period of a subscription. |\n| introductory price | 新用户优惠 | A \
      lower price at the beginning of a subscription. |\n| grace | 宽限期 | The time for which a \
      purchase still counts after its end. |\n| hold | 付款未成功 | The state of a subscription whose \
      payment failed: it gives nothing until the user pays. |\n| purchase record | 购买记录 | The \
      facts of one purchase from a store or a service, with the result of its verification. |\n| \
      journal | 购买日志 | The file in which an app keeps its purchase records, so that a crash loses \
      none. |\n| restore | 恢复购买 | The step in which the store sends all purchases of a user again. \
      |\n| price | 价格 | The amount and the period for which a product is sold, such as 12 CNY per \
      year. |\n| paywall | 付费墙 | The page of an app that offers products to a user. |\n\n## Use \
      and limits\n\n| word | in Chinese | meaning |\n|---|---|---|\n| meter | 计量项 | A thing that \
      the app counts, such as bills, bytes or seconds. |\n| counter | 计数 | The number of a meter \
      for one user, in all or in one window. |\n| window | 周期 | The period, such as a day or 3 \
      hours over which a counter counts. |\n| limit | 限额 | The highest value that a rule allows \
      for a meter. |\n| allowance | 额外额度 | An amount that raises the limit for one user: an add-on \
      brings it, or a server sets it. |\n| quota | 配额 | The figures of a meter for one user: the \
      limit, the used part and the rest. |\n| undecided | 待定 | The state of a limit whose number \
      nobody has decided yet. |\n| reminder | 提醒 | A notice that a limit is near. |\n| prompt | 提示 \
      | The way in which an app presents a denial, such as a banner or a paywall. |\n| snooze | \
      暂不提醒 | The time for which a prompt or reminder stays away after a user dismisses it. |\n\n## \
      Questions and answers\n\n| word | in Chinese | meaning |\n|---|---|---|\n| snapshot | 快照 | \
      All that the app knows about one user: grants, counters and facts. |\n| ask | 询问 | One \
      question of an app: a target, and for a meter the amount to add. |\n| decision | 判定 | The \
      answer to the question whether a user may use a target. |\n| outcome | 结果 | The short form \
      of a decision: allowed, warned or denied. |\n| reason | 原因 | One word that explains a \
      decision, such as `limit-reached`. |\n| blocker | 未满足的规则 | A rule that fails in a decision, \
      with its reason and what would meet it. |\n| way in | 解锁方式 | A step that opens a denied \
      target: buy, wait, fix a payment, delete something, or refresh. |\n| valid until | 有效至 | The \
      first time at which the decision would be different, if the user's data stays the same. |\n| \
      stale | 过旧 | The state of purchase data that is too old to count. |\n| unknown | 未知 | The \
      state of anything that nobody reported; unknown is never allowed. |\n| undeclared | 未声明 | \
      The reason for a name that the policy does not know; it is always denied. |\n\n## Tests and \
      the linter\n\n| word | in Chinese | meaning |\n|---|---|---|\n| scenario | 场景 | A test in \
      the policy: one user, one time, and the expected decision. |\n| claim | 断言 | A sentence in \
      the policy that must be true for every user, at every time. |\n| coverage | 覆盖率 | The share \
      of the rules' behaviour that the scenarios show. |\n| diagnostic | 诊断 | A message of the \
      compiler or the linter about one place in a policy. |\n| finding | 问题 | A diagnostic of the \
      linter: the policy compiles, and something in it is probably wrong. |\n| suppression | 忽略 | \
      A comment that allows one finding and gives the reason: `# allow TG0206: …`. |\n| example | \
      示例 | The smallest user and time that show a finding, a difference or a false claim. |\n| fix \
      | 修复 | A change of the text that removes a finding. |\n| budget | 计算上限 | The most work that \
      the linter spends on one question; after that it says that it cannot tell. |\n
      """)
}
