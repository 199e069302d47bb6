// Written by `CatalogueTests` from the pages of the documentation: never edit it.

extension LanguagePage {
  static let pages2: [LanguagePage] = [
    LanguagePage(
      name: "limits", title: "Limits",
      text: """
        # Limits\n\nA limit says how much of a meter a user may use.\n\n## A limit looks ahead\n\n\
        Tollgate compares the value after the use: the present value and the added amount. The \
        added amount is 1 by\ndefault.\n\n```gate\nbills > 500 requires pro\n\nscenario \"the \
        500th is free, the 501st is not\"\n  given bills 499\n  expect bills allowed because \
        within-limit remaining 1\n  expect bills adding 2 denied because limit-reached\n  expect \
        bills reaching 500 allowed\n  expect bills reaching 501 denied\nscenario \"with what is \
        required there is no limit\"\n  given pro, bills 10_000\n  expect bills allowed because \
        granted unlimited\n```\n\n## A limit stops growth only\n\nA user who goes back to a \
        smaller plan keeps everything.\n\n```gate\nbills > 500 requires pro\n\nscenario \"800 \
        bills, and pro has ended\"\n  given bills 800, pro until 2025-12-31\n  expect bills denied \
        because limit-reached\n  expect bills adding 0 allowed\n```\n\n## More than, and at least\n\
        \n`> 500` and `>= 501` are the same limit: 500. With `>=`, the quantity is at least 1.\n\n\
        ```gate\nrooms >= 4 requires pro\n\nscenario \"three are free\"\n  given rooms 2\n  expect \
        rooms allowed remaining 1\n  expect rooms adding 2 denied because limit-reached\n```\n\n## \
        Windows\n\n`per day`, `per 3 hours` and every other window limit a separate counter. All \
        limits apply together.\n\n```gate\nrecommendations > 3 per day requires premium\n\
        recommendations > 50 per month requires premium\n\nscenario \"today is full, tomorrow is \
        not\"\n  given recommendations 3 per day resets 2026-01-02, recommendations 40 per month\n \
         expect recommendations denied because limit-reached until 2026-01-02\nscenario \"the \
        month is nearly full\"\n  given recommendations 0 per day, recommendations 49 per month\n  \
        expect recommendations allowed remaining 1\n```\n\n## Undecided\n\n`undecided` says that \
        nobody has decided the number yet. Until then the rule denies every user who does not\n\
        have what it requires, and the linter keeps asking.\n\n```gate\nsuggestions > undecided \
        per day requires premium\n\nscenario \"nobody has decided yet\"\n  given suggestions 0 per \
        day\n  expect suggestions denied because undecided\n```\n\n## Something else instead\n\n\
        `instead use` names what a user may have in place of what the rule denies: features, \
        meters, settings, groups and\nranges, at most 1,000 targets. A denied decision lists those \
        that this user may use now.\n\n```gate\nfeature basic-model\nmeter messages\nmessages > 40 \
        per 3 hours requires plus\n  instead use basic-model\nbasic-model requires nothing\n\n\
        scenario \"the small model is left\"\n  given messages 40 per 3 hours\n  expect messages \
        denied because limit-reached instead basic-model\n```\n\nIt may stand below every rule \
        that denies: below a limit, a ladder, a setting, below features that require\nsomething, \
        and below `is off`.\n\n```gate\nfeatures export, print, share\nexport requires pro\n  \
        instead use print\nshare is off until 2026-06-01\n  instead use print\n\nscenario \"print \
        is left for both\"\n  expect export denied because not-held instead print\n  expect share \
        denied because off instead print\n```\n
        """),
    LanguagePage(
      name: "messages", title: "Messages",
      text: """
        # Messages\n\nThe user reads a `message` when a rule denies or warns. `because` is for the \
        people who maintain the policy.\n\n## Write it\n\n```gate shop.gate\ntiers free < pro\n\
        product annual \"Annual\" zh-Hans \"年度订阅\"\n  grants pro\nbills > 500 requires pro\n  \
        message \"The free plan holds {limit} bills. {products} has no limit.\" zh-Hans \"免费版最多 \
        {limit} 条账单。\"\n  because \"Decided in March, after the pricing survey\"\n```\n\n\
        ```console\n$ tollgate check shop.gate bills --using bills=500 --at 2026-06-01 | head -2\n\
        Locked: bills: the limit of 500 is reached [limit-reached]\n  “The free plan holds 500 \
        bills. Annual has no limit.”\n```\n\n## Placeholders\n\n| placeholder | shows |\n|---|---|\
        \n| `{used}`, `{limit}`, `{remaining}` | the numbers of the limit |\n| `{requested}` | the \
        requested amount |\n| `{target}` | the label of the target |\n| `{products}` | the \
        products to buy |\n| `{resets}` | the time at which the counter falls next, to 0 or by a \
        step |\n\nThe message of a rule is not shown while nobody knows whether the rule fails. A \
        sentence with a placeholder that\nhas no value is left out; where it never has one, \
        [TG0603](tollgate://diagnostics/TG0603) says so.\n\nThe figures are those before the ask \
        that is denied: at 50 of 50, the ask for one more says `{used}` 50. In the text\nof a \
        [reminder](tollgate://language/reminders) they are those after an allowed ask.\n\nAny \
        other placeholder is an error ([TG0602](tollgate://diagnostics/TG0602)). Bytes and seconds \
        are written as\npeople read them, such as 5 GB.\n\n## Because\n\n`because \"…\"` explains \
        the rule to the people who maintain the policy. Users never see it.\n
        """),
    LanguagePage(
      name: "meters", title: "Meters",
      text: """
        # Meters\n\nA meter is a thing that the app counts: bills, bytes, seconds.\n\n## Write it\n\
        \n```gate\nmeter bills \"bills\" zh-Hans \"账单\"\nmeters storage in bytes, recording in \
        seconds\nbills > 500 requires pro\nstorage > 5 GB requires pro\nrecording > 15 min \
        requires pro\n\nscenario \"the app reports how much is used\"\n  given bills 500, storage \
        4 GB, recording 10 min\n  expect bills denied because limit-reached\n  expect storage \
        adding 1 GB allowed remaining 1 GB\n  expect recording adding 5 min allowed remaining 5 \
        min\nscenario \"what is not reported is unknown, not 0\"\n  expect bills denied because \
        unknown-usage\n```\n\nThe unit of a meter is `count` (the default), `bytes`, `seconds`, \
        `minutes`, `hours` or `days`. The app reports\nin this unit, and people see it: `2,000 \
        min`. A duration must be whole in the unit of its meter. A unit after a list, as in\n\
        `meters talk, calls in seconds`, is for every meter of the list without a unit. The value \
        of a meter is a\nwhole number, 0 or more.\nThe app counts and reports; the policy limits.\n\
        \n## Windows\n\n`per` and a window read a separate counter. A window is `minute`, `hour`, \
        `day`, `week`, `month` or `year`, or\nseveral of them: `3 hours`, `30 days` (2 to 1,000). \
        Two windows are the same if number and unit are: `24 hours` is\nnot `day`. The app reports \
        when the counter starts again (`resets`). After that time the counter counts as 0.\n\n\
        ```gate\nmeter exports\nexports > 3 per day requires pro\n\nscenario \"three today\"\n  \
        given exports 3 per day resets 2026-01-02\n  expect exports denied because limit-reached \
        until 2026-01-02\nscenario \"the next day has begun\"\n  given exports 3 per day resets \
        2026-01-02\n  at 2026-01-02\n  expect exports allowed remaining 3\n```\n\n## Counters that \
        fall step by step\n\nA window may roll: each use falls out after the window's length. Then \
        the app reports how the counter falls if\nnothing is used. The steps are in order of time, \
        and none is more than the one before; at most 1,000 are\npossible. `resets` is a fall to \
        0, so it cannot be beside them.\n\n```gate\nmeter messages\n  windows roll\nmessages > 40 \
        per 3 hours requires plus\n\nscenario \"some messages fall out at ten\"\n  given messages \
        40 per 3 hours then 28 at 2026-06-01T10:00Z then 0 at 2026-06-01T11:00Z\n  at \
        2026-06-01T09:00Z\n  expect messages denied because limit-reached until 2026-06-01T10:00Z\n\
        ```\n\n## How a meter is counted\n\nThese clauses are for whoever counts. The engine \
        itself reads counters only, so no outcome depends on them.\nThe library `TollgateUsage` \
        counts as they say; see counting what people use.\n\n```gate\nmeters files, comments\n  \
        counted per team\n  windows follow the subscription\nmeter hearts\n  refills 1 every \
        30min\nmeter scans\n  counted for ever\nscans > 100 requires pro\nfiles > 3 requires pro\n\
        comments > 10 per month requires pro\nhearts > 5 requires pro\n```\n\n| clause | the \
        windows, or what is used |\n|---|---|\n| `windows follow the calendar` | begin at the \
        user's midnight, Monday, the first of the month (the default) |\n| `windows begin at 20:00 \
        in \"Asia/Shanghai\"` | the days, weeks, months and years begin at this time of day; the \
        plan table says so |\n| `windows follow the subscription` | begin when the present \
        subscription began |\n| `windows begin with the first use` | begin with the first use |\n| \
        `windows roll` | each use falls out after the window's length |\n| `refills 1 every 30min` \
        | falls by 1 every 30 minutes; not beside windows |\n| `counted for ever` | is past and \
        cannot be taken away: the decision never asks to delete some of it |\n| `counted per team` \
        | belongs to a team: the app reports the usage of the team at hand |\n\n`windows begin at` \
        names a time zone of the IANA database; without `in` it is the one of the user. It goes \
        with\n`windows follow the calendar` only, and hours and minutes run on as they do.\n\nAny \
        word may stand after `counted per`: a workspace, a project, a device. It needs no \
        declaration.\n\nA meter has one `windows` clause, for all its windows: with `windows \
        roll`, its hour and its day both roll. For two\nkinds of windows, declare two meters, and \
        let the app count each use on both:\n\n```gate\nmeter exports \"exports\"\nmeter \
        recent-exports \"exports\"\n  windows roll\nexports > 100 per month requires pro\n\
        recent-exports > 5 per hour requires pro\n```\n\n## When clocks change\n\nWhere a clock \
        skips the time at which a day begins, the day begins at the first instant after it. Where \
        the time comes\ntwice, the day begins at the earlier.\n
        """),
    LanguagePage(
      name: "mistakes", title: "Mistakes that people make",
      text: """
        # Mistakes that people make\n\nSome sentences mean something else than was meant; others \
        are no sentences of the language.\n\n## A sentence that means something else\n\n| meant | \
        to write | not |\n|---|---|---|\n| 10 guests, 100 with Plus | `guests at most 10`, below \
        it `100 with plus` | `guests > 10 requires plus`: then Plus has no limit |\n| Pro has no \
        limit | a step `unlimited with pro` | a ladder without it: then Pro has the first line's \
        limit |\n| up to 500 | `bills > 500`, `bills at most 500` | `bills >= 500`: then 499 are \
        the most |\n| 3 a day | `exports > 3 per day` | `exports > 3`: then three in all |\n| 50 \
        for everybody, whatever they pay | `bills at most 50` | `requires` the highest plan |\n| \
        Pro, and only on phones | `x requires pro`, and `x is off when platform is web` | `x \
        requires pro when platform is not web`: then the web needs nothing |\n| not for people \
        with Pro | `x requires not pro` | `when not pro`: a condition is about facts |\n| until \
        the end of March | `until 2026-04-01`: the end is outside | `until 2026-03-31` |\n| until \
        a date that the app reports | `until 0 days after FACT` | `until FACT` |\n| students | \
        `fact student is yes or no, otherwise no` | `is yes or no`: then a missing fact denies |\n|\
         400 credits for each seat | `400 for each of seats with team` | `400 with team`: one pot, \
        however many seats |\n| 100 credits that do not come back | `adds 100 to credits until \
        used up` | `adds 100 to credits`: then every month has 100 more |\n| a file has at most 5 \
        MB | `setting file-size is 5 MB` | `files at most 5 MB`: that is the sum of all files |\n| \
        a week of Pro for new users | `grant pro for 7 days after installed` | `trial 7 days`: \
        that begins with a purchase |\n| a new price for new buyers | the old product `not for \
        sale`, and a new one | the old product taken away: then old purchases open nothing |\n| \
        open it to beta testers, too | `x requires pro or beta` | a second rule: it never opens \
        what another denies |\n\n```gate\ntiers free < plus\nfact platform is ios or web\nmeters \
        guests, rooms\nguests at most 10\n  100 with plus\nrooms > 10 requires plus\nwidgets \
        requires plus\nwidgets is off when platform is web\n\nscenario \"the ladder ends, the \
        plain limit does not\"\n  given plus, guests 100, rooms 100\n  expect guests denied \
        because limit-reached\n  expect rooms allowed unlimited\nscenario \"Plus, and only on \
        phones\"\n  given plus, platform is web\n  expect widgets denied because off\n```\n\n## A \
        sentence that the language does not have\n\nBehind `→` or `⇒` stands what to write instead \
        of what somebody typed. A `|` stands for the end of a line.\n\n```gate base.gate\npolicy \
        Shop \"Shop\"\ntiers free \"Free\" < pro \"Pro\" < max \"Max\"\nproduct pro-yearly \"Pro \
        yearly\"\n  grants pro\n  price 12 USD per year\nproduct max-yearly \"Max yearly\"\n  \
        grants max\n  price 24 USD per year\nmeters bills \"bills\", exports \"exports\"\nmeter \
        storage \"storage\" in bytes\nmeter calls \"calls\" in minutes\nfeatures csv-export \"CSV \
        export\", dark-mode \"Dark mode\"\nsetting history \"History\" is 7 days\n  30 days with \
        pro\nfact platform is ios, android or web\nfact beta is yes or no, otherwise no\nfact \
        installed is a date\nexports > 3 per day requires pro\nstorage > 5 GB requires pro\ncalls \
        > 60 per month requires pro\ndark-mode requires nothing\n```\n\n```mistakes\ncsv-export \
        needs pro\n    needs: `needs` is not a word of the language here\n    → csv-export \
        requires pro\ncsv-export is free\n    is free: expected `requires nothing`, found `is \
        free`\n    → csv-export requires nothing\nonly pro can use csv-export\n    only: `only` \
        does not belong here\n    → csv-export requires pro\ncsv-export and dark mode require pro\n\
            dark mode: `dark mode` is not one name\n    → csv-export and dark-mode require pro\n\
        csv-export requires pro and platform is ios\n    and: `and` does not belong here\n    → \
        csv-export requires pro when platform is ios\nbills <= 500\n    <=: expected `at most`, \
        found `<=`\n    → bills at most 500\nbills at most 500|  pro: 1000\n    :: `:` does not \
        belong here\n    → bills at most 500|  1000 with pro\nbills at most 500|  2000 with pro \
        per month\n    per: `per` does not belong here\n    → bills at most 500|  2000 with pro\n\
        bills at most 500|  1000 with pro, unlimited with max\n    ,: `,` does not belong here\n   \
         → bills at most 500|  1000 with pro|  unlimited with max\nbills > 500 in the last 30 days \
        requires pro\n    in the last: expected `per`, found `in the last`\n    → bills > 500 per \
        30 days requires pro\nbills at most 5 per user per day\n    per user: `per user` is not \
        needed here\n    → bills at most 5 per day\ncsv-export requires pro when installed > \
        2026-01-01\n    installed: `installed` is a date, not a number\n    → csv-export requires \
        pro when installed since 2026-01-01\ncsv-export requires pro when platform in ios, \
        android\n    in: expected `is one of`, found `in`\n    → csv-export requires pro when \
        platform is one of ios, android\nfact student is yes or no, default no\n    default: \
        `default` does not belong here\n    → fact student is yes or no, otherwise no\nproduct \
        team \"Team\"|  grants max|  price $9.99 / mo\n    $: a price is not written with `$`\n    \
        → product team \"Team\"|  grants max|  price 9.99 USD per month\nproduct team \"Team\"|  \
        grants max|  price 10 USD lifetime\n    lifetime: `lifetime` does not belong here\n    → \
        product team \"Team\"|  grants max|  price 10 USD once\nbills > 500 requires pro|  \
        reminder at 450 \"Only {left} left\"\n    {left}: there is no placeholder `{left}`\n    → \
        bills > 500 requires pro|  reminder at 450 \"Only {remaining} left\"\nscenario \"a\"|  \
        given pro-yearly|  expect bills allowed\n    pro-yearly: `pro-yearly` is a product, not an \
        entitlement\n    → scenario \"a\"|  given product pro-yearly|  expect bills allowed\n\
        scenario \"a\"|  expect bills not allowed\n    not allowed: `not allowed` does not belong \
        here\n    → scenario \"a\"|  expect bills denied\nalways csv-export allowed if pro\n    \
        if: expected `with`, found `if`\n    → always csv-export allowed with pro\n```\n
        """),
    LanguagePage(
      name: "off", title: "Off, and not allowed",
      text: """
        # Off, and not allowed\n\nThese rules close a target or a limit for everybody, whatever \
        they bought.\n\n## Off, for features\n\n```gate\nfact platform is ios, android or web\n\
        live-photos, haptics are off when platform is web\nchat is off until 2026-03-01\n\n\
        scenario \"no purchase helps\"\n  given platform is web\n  expect live-photos, haptics \
        denied because off unlocked by nothing\n  expect chat denied because off until 2026-03-01\n\
        scenario \"elsewhere, and later\"\n  given platform is ios\n  at 2026-03-01\n  expect \
        live-photos, haptics, chat allowed because ungated\n```\n\n## Not allowed, for limits\n\n\
        `is not allowed` on a limit is a hard cap.\n\n```gate\nuploads > 20 GB is not allowed\n\
        uploads > 5 GB requires pro\n\nscenario \"pro raises the first limit, not the second\"\n  \
        given pro, uploads 20 GB\n  expect uploads denied because limit-reached\n  expect uploads \
        adding 0 allowed\nscenario \"below\"\n  given pro, uploads 19 GB\n  expect uploads adding \
        1 GB allowed\n```\n\nA denial with the reason `off` has no prompt: there is nothing to \
        sell.\n
        """),
    LanguagePage(
      name: "overage", title: "Beyond a limit, for money",
      text: """
        # Beyond a limit, for money\n\nA limit may go on at a price: 500 credits are part of the \
        plan, and each one after that costs five cents.\n\n## Write it\n\n`then` stands below a \
        limit that is a comparison or a ladder, once for each meter.\n\n```gate\ntiers free < pro\n\
        product pro-monthly\n  grants pro\n  price 10 USD per month\nmeter credits\ncredits at \
        most 20 per month\n  500 with pro\n  then 0.05 USD for each credit with pro, at most 40 \
        USD\n\nscenario \"free: the limit is a wall\"\n  given credits 20 per month\n  expect \
        credits denied because limit-reached\nscenario \"pro: beyond 500 each one costs money\"\n  \
        given pro, credits 500 per month\n  expect credits adding 3 warned because overage charged \
        0.15 USD\n```\n\nBehind the price stands what it is for: `for each credit`, `for each \
        1_000`, `for each GB`. A meter in bytes or in\ntime needs a quantity. `with` says who may \
        go on; without it everybody may, and the linter warns. `at most 40 USD`\npays for 800 \
        more, and `at most 800 more` says it. Prices in other currencies follow behind `or`; the \
        first one is\nwhat is charged.\n\n## What is used, and what is held\n\nBelow a limit with \
        a window the price has no period: it is paid once for what is used in that window. Below a \
        limit\nwithout one it has a period, for what is held.\n\n```gate\ntiers free < pro\nmeter \
        storage in bytes\nstorage at most 1 GB\n  100 GB with pro\n  then 0.02 USD per month for \
        each GB with pro\n\nscenario \"a gigabyte that is begun is paid for\"\n  given pro, \
        storage 100 GB\n  expect storage adding 1 warned because overage charged 0.02 USD\n```\n\n\
        ## What is decided\n\nWithin what is allowed more the rule warns, as a soft one does: the \
        use may go ahead, with the reason `overage`. The\nblocker has a charge: how many are paid \
        for, and the exact amount. A part that is begun is paid for once. Beyond\nwhat is allowed \
        more the rule denies as always.\n\nWhat is not known charges nothing. Where the usage is \
        missing, or the limit is not sure, the rule is unknown, and an\nunknown rule denies. Where \
        only the requirement behind `with` is unknown, so is the rule.\n\n`then` cannot stand \
        below `is not allowed`, below a limit that is `undecided`, or beside `soft`.\n\n## In the \
        app\n\nA decision in overage has a prompt only where the rule has a `prompt` clause. The \
        limit stays what it is in the\n[quota](tollgate://language/decision-quota), which says how \
        far this user may go.\n\n## What was charged\n\n`TollgateUsage` keeps the charges of all \
        uses that it counts. A use that is refunded is not charged. Nothing that was\ncharged is \
        taken from a pack as well.\n
        """),
    LanguagePage(
      name: "paid", title: "Paid, not in a trial",
      text: """
        # Paid, not in a trial\n\n`paid` before an entitlement asks for one that the user has paid \
        for: a trial does not bring it.\n\n## Write it\n\n```gate\ntiers free < pro < team\n\
        product pro-monthly \"Pro\" zh-Hans \"专业版\"\n  grants pro\n  price 12 USD per month\n  \
        trial 7 days\nproduct team-plan \"Team\" zh-Hans \"团队版\"\n  grants team\n  price 20 USD \
        per month\nfeatures video, certificate\ngrant pro for 7 days after installed\nfact \
        installed is a date\nvideo requires pro\ncertificate requires paid pro\n\nscenario \"in \
        the trial\"\n  given product pro-monthly trial until 2026-01-08, verified 2026-01-01\n  \
        expect video allowed\n  expect certificate denied because in-trial unlocked by team-plan\n\
        scenario \"paid for\"\n  given product pro-monthly\n  expect certificate allowed because \
        granted\nscenario \"the policy's own grant is no purchase\"\n  given installed 2026-01-01\n\
          expect video allowed\n  expect certificate denied because not-held unlocked by \
        pro-monthly or team-plan\nalways certificate allowed with paid pro\nnever certificate \
        allowed without paid pro\n```\n\nIt binds the one name behind it. An entitlement is paid \
        for if a purchase brings it, directly or with what\nincludes it, that counts and is not in \
        a trial now. In a snapshot such a grant is neither in the state `trial` nor marked\n\
        `\"trial\": true`. A `grant` statement brings nothing that is paid for, and nobody pays \
        for being in the first tier. `paid` stands wherever\na requirement stands: in rules, in \
        the steps of ladders and settings, after `for sale with`, and in claims. It is a\nname \
        everywhere else.\n\n## Several at once\n\n`paid (pro or team)` marks each name in the \
        parentheses. Of two names, only one with `paid`, nobody could tell what\nthe other one \
        means; the message shows both readings. In parentheses of its own, `paid` says that it \
        means no more.\n\n```gate\ncertificate requires paid pro or team\n```\n\n```diagnostics\n\
        policy.gate:1:22: error[TG0115]: `paid pro` stands beside `team`, which has no `paid`\n  \
        at “paid pro”: this may be read in two ways\n  line 1, column 34: may be meant to be paid \
        for, too\n  note: one reading, a trial of none of them is enough: `paid (pro or team)`\n  \
        note: the other, a trial of `team` is enough: `(paid pro) or team`\n  help: let `paid` \
        mark all of them (unsafe fix)\n  help: put `paid` in parentheses of its own (unsafe fix)\n\
        ```\n\nA name behind `not` needs no `paid`: `paid pro and not banned`.\n\n## What the user \
        reads\n\nA user who has it in a trial only is denied as `in-trial`. If the trial renews, \
        waiting for its end is a way in.\nA product whose trial this user is still offered opens \
        the target after that trial: its way in has\n`\"afterTrial\": true`.\n\n```gate \
        studio.gate\ntiers free \"Free\" zh-Hans \"免费版\" < pro \"Pro\" zh-Hans \"专业版\"\nproduct \
        pro-monthly \"Pro, monthly\" zh-Hans \"专业版，按月\"\n  grants pro\n  price 12 USD per month\n  \
        trial 7 days\nfeature certificate \"Certificate\" zh-Hans \"证书\"\ncertificate requires \
        paid pro\n```\n\n```json trial.json\n{\"schema\": 1, \"asOf\": \"2026-06-01T00:00:00Z\",\n \
        \"grants\": [{\"product\": \"pro-monthly\", \"state\": \"trial\", \"until\": \
        \"2026-06-05T00:00:00Z\", \"renews\": true}]}\n```\n\n```console\n$ tollgate explain \
        studio.gate certificate --snapshot trial.json --at 2026-06-01\nLocked: certificate \
        (Certificate): the user has what it requires in a trial only [in-trial]\n\nRules\n  fails  \
        certificate requires paid pro  [studio.gate:7]\n         the user has what it requires in \
        a trial only [in-trial]; needs pro; the user has pro\n\nWays in\n  1. wait until the trial \
        of Pro, monthly (pro-monthly) ends at 2026-06-05T00:00:00Z, and is paid\n     for\n\nValid \
        until the user's data changes.\npolicy studio.gate e4eb6445d55e, at 2026-06-01T00:00:00Z\n\
        [status 1]\n$ tollgate table studio.gate\nPlan\n\n             Free  Pro\nPrice        \
        Free  Pro, monthly: $12 per month\n                   free trial: 7 days\nCertificate  –   \
          included; in the trial not included\n\n✓ included   – not included\n```\n
        """),
    LanguagePage(
      name: "policy", title: "The policy line",
      text: """
        # The policy line\n\nThe policy line gives the policy its name and its label.\n\n## Write \
        it\n\nWrite at most one such line, anywhere in the file.\n\n```gate\npolicy ExpenseTracker \
        \"ExpenseTracker\" zh-Hans \"记账\"\ncsv-export requires pro\n```\n\nThe name appears in \
        every explanation. Without the line, it is empty. In JSON it is `policy`, in Swift\n\
        ``Policy/name``.\n\n## The fingerprint\n\nThe fingerprint identifies the meaning of a \
        policy: `sha256:` and 64 digits, in ``Policy/fingerprint``.\nComments, layout and places \
        do not count. Two files with the same fingerprint make the same decisions. A\ncompiled \
        file carries its fingerprint; ``Policy/init(compiled:name:trusting:)`` computes it again.\n
        """),
    LanguagePage(
      name: "products", title: "Products",
      text: """
        # Products\n\nA product is for sale. It says what it brings and what it costs.\n\n## Write \
        it\n\n```gate\ntiers free < pro\nmeter storage in bytes\n\nproduct annual \"Annual\" \
        zh-Hans \"年度订阅\"\n  sold as \"com.example.pro.annual\" on app-store\n  sold as \
        \"pro_annual\" on google-play\n  grants pro\n  price 12 CNY per year\n  trial 7 days\n  \
        grace 16 days\n  shared with family\n  recommended\n  benefit \"Unlimited export\" zh-Hans \
        \"无限导出\"\n  not with lifetime\nproduct lifetime \"Lifetime\" zh-Hans \"终身买断\"\n  grants \
        pro\n  price 38 CNY once\nproduct extra-space\n  adds 10 GB to storage\n  price 3 CNY per \
        month\n  only with annual or lifetime\nproduct founder\n  grants pro\n  not for sale\n\n\
        csv-export requires pro\nstorage > 5 GB is not allowed\n\nscenario \"two plans open it; \
        the founder's is not for sale\"\n  expect csv-export denied because not-held unlocked by \
        annual or lifetime\nscenario \"a purchase counts by its name\"\n  given product annual \
        until 2026-06-01\n  expect csv-export allowed until 2026-06-17\nscenario \"space is sold \
        to users with a plan\"\n  given product lifetime, storage 5 GB\n  expect storage denied \
        because limit-reached unlocked by extra-space\n```\n\n## Clauses\n\n| clause | meaning |\n|\
        ---|---|\n| `sold as \"ID\" [on STORE]` | its id in a store; one line for each store |\n| \
        `grants A, B` | the entitlements that it brings; an add-on may have none |\n| `adds 10 GB \
        to METER` | raises the limits of the meter, once for each purchase |\n| `adds 50 to METER \
        per day` | raises only the limits of the meter that have this window |\n| `adds 100 to \
        METER until used up` | a pack: buying it adds to the allowance of the snapshot |\n| `price \
        MONEY per week`, `per month`, `per year`, `per 3 months` | it renews |\n| `price MONEY \
        once` | it never ends |\n| `price 12 CNY or 1.99 USD per year` | one price in several \
        currencies |\n| `price 8 USD per month for each of seats, at least 5` | a price for each \
        of a meter |\n| `price 2 USD per month for each GB of storage` | a price for so much of a \
        meter |\n| `price 0.01 USD for each of api-calls` | a price for use |\n| `price 10 USD per \
        month billed yearly` | 120 USD are paid each year; people read what a month costs |\n| \
        `price on request` | a price that is negotiated |\n| `introductory price MONEY per month \
        for 3 months` | a lower price at the beginning, offered once |\n| `introductory price \
        MONEY for 3 months` | the same, paid once, ahead |\n| `trial DURATION`, `trial 1 month`, \
        `trial 2 years` | a free first period, offered once |\n| `grace DURATION` | it still \
        counts for this time after its end |\n| `shared with family` | a purchase of a family \
        member counts, too |\n| `shared with up to 6 people` | the same, and says how many |\n| \
        `recommended` | the plan to highlight |\n| `benefit LABEL` | a text for paywalls; you may \
        write several |\n| `not for sale` | old purchases count, and nobody can buy it any more |\n\
        | `for sale with A`, `without A`, `from I`, `until I`, `when C`, `unless C` | only these \
        users can buy it |\n| `only with A or B` | for users who have one of these products, or \
        buy it together |\n| `not with A, B` | nobody has both; buying one replaces the other |\n\n\
        A product has one `price` line. Without it, the store sets the price, and the product is \
        still for sale.\n`describe`, `diff` and `explain` show a price as the policy says it, `30 \
        USD`; customers see `$30`, the form of their\nlanguage.\n\n## Prices\n\n```gate\ntiers \
        free < team < company\nmeters seats, api-calls\nproduct team\n  grants team\n  price 8 USD \
        or 58 CNY per month for each of seats, at least 5\nproduct calls\n  adds 1000 to \
        api-calls\n  price 0.01 USD for each of api-calls\nproduct company\n  grants company\n  \
        price on request\nexport requires team\nseats > 3 requires team\napi-calls > 100 per day \
        requires company\naudit requires company\n```\n\nThe first price of a line orders the \
        products in a decision. `--currency CNY` shows the prices in that currency; a\nproduct \
        without it keeps its first price. In Swift, `offer.price(in: \"CNY\")` does the same.\n\nA \
        price for each of a meter in bytes or in time says how much of it: `for each GB of \
        storage`, `for each 10 GB of\nstorage`, `for each hour of calls`. Without a quantity it is \
        the price of one byte, and the linter asks\n([TG0410](tollgate://diagnostics/TG0410)). \
        Prices for different quantities of one meter are ordered by what one unit\ncosts.\n\n\
        `price 10 USD per month billed yearly` is `price 120 USD per year`, and people read it as \
        it is written; so are\n`billed every 6 months` and `billed every 2 years`. In JSON, \
        `amount` is what is paid, and `perMonth` what is\nwritten.\n\n```gate\ntiers free < pro\n\
        meter storage in bytes\nproduct yearly\n  grants pro\n  price 10 USD per month billed \
        yearly\nproduct space\n  adds 100 GB to storage\n  price 2 USD per month for each 100 GB \
        of storage\nstorage > 5 GB requires pro\n\nscenario \"a year costs 120 USD, and space is \
        cheaper\"\n  given storage 5 GB\n  expect storage denied unlocked by yearly or space\n```\n\
        \n## Packs\n\nA pack is used up. The snapshot's own allowance has the packs: what was left \
        of them when the window began, and\nwhat was bought since. A purchase in the snapshot adds \
        nothing by itself, and a user may buy a pack again.\n\n```gate\nmeter credits\nproduct \
        credit-pack\n  adds 500 to credits until used up\n  price 5 USD once\ncredits > 1000 per \
        month is not allowed\n\nscenario \"1,300 are used in March\"\n  given credits 1300 per \
        month, credits allowance 500\n  expect credits allowed remaining 200\nscenario \"April \
        begins, and the allowance has what is left\"\n  given credits 0 per month, credits \
        allowance 200\n  expect credits allowed remaining 1200\nscenario \"a purchase alone adds \
        nothing\"\n  given product credit-pack, credits 1000 per month\n  expect credits denied \
        unlocked by credit-pack\n```\n\nWhen the window ends, what its own limit did not cover is \
        taken from the packs: 300 of the 1,300. All limits of such\na meter have the same window; \
        a second one is an error ([TG0109](tollgate://diagnostics/TG0109)). Without windows\n\
        nothing begins anew, and the allowance is what was bought in all.\n\n```gate\nmeter hints\n\
        product hint-pack\n  adds 100 to hints until used up\n  price 5 USD once\nhints > 0 is not \
        allowed\n\nscenario \"two packs were bought, and 163 hints used\"\n  given hints 163, \
        hints allowance 200\n  expect hints allowed remaining 37\n```\n\n`TollgateUsage` keeps the \
        allowance, given the purchases (Counting).\n\n## Trials and introductory prices\n\n\
        ```gate\ntiers free < pro\nproduct monthly\n  grants pro\n  price 12 USD per month\n  \
        trial 7 days\n  introductory price 6 USD per month for 3 months\nproduct yearly\n  grants \
        pro\n  price 120 USD per year\n  introductory price 60 USD per year\nexport requires pro\n\
        \nscenario \"a trial was used up with another product, and opens nothing more\"\n  given \
        product monthly expired offer used\n  expect export denied because expired\n```\n\nAn \
        introductory price begins a price that renews. It is paid for the period of that price, or \
        for a part of it: for\none period, or for as many as `for` says. Without `per` it is paid \
        once, ahead. It is in the currencies of the\nprice, and for each of the same meter. A \
        trial comes first where both stand, and both count as one offer. One that\ndoes not fit is \
        an error ([TG0044](tollgate://diagnostics/TG0044)).\n\nBoth are offered once: not to who \
        has, or had, a trial or an introductory price of this product, of one that grants one of\n\
        the same entitlements, or, for a tier, of any product with a tier. In a snapshot, such a \
        grant has `\"trial\": true` or `\"offerUsed\": true`; the journal and the importers\nfill \
        both. The word of the store itself goes first: `\"offers\": {\"pro-monthly\": false}`. \
        Before the store was asked (no\n`asOf`), none is promised. The plan table shows them to \
        everybody. Ways to buy, and their order, do not change.\n\n## Who it is for sale to\n\nA \
        product with `for sale` is offered only to users for whom all of it is true now. A fact \
        that the app does not know\noffers nothing. Users who bought the product keep it.\n\nAfter \
        `for sale` stands one of `with` and `without`, then `from`, `until`, `when` and `unless`, \
        in any order, each at\nmost once; all parts must be true. \"With standard and without \
        pro\" is one requirement: `with standard and not pro`.\n\n```gate\ntiers free < pro < max\n\
        fact platform is ios, android or web\nproduct pro\n  grants pro\nproduct upgrade \"Upgrade \
        to Max\"\n  grants max\n  price 20 CNY per year\n  for sale with pro when platform is not \
        web\nreports require max\n\nscenario \"the upgrade is for Pro users\"\n  given product \
        pro, platform is ios\n  expect reports denied unlocked by upgrade\nscenario \"others do \
        not see it\"\n  given platform is ios\n  expect reports denied unlocked by nothing\n\
        scenario \"an unknown platform offers nothing\"\n  given product pro\n  expect reports \
        denied unlocked by nothing\n```\n\n## Names\n\nA product and an entitlement may have the \
        same name: a product `basic` may grant an entitlement `basic`.\nTwo products cannot share \
        a store id ([TG0407](tollgate://diagnostics/TG0407)).\n
        """),
    LanguagePage(
      name: "prompts", title: "Prompts",
      text: """
        # Prompts\n\nA prompt says how the app presents a denial.\n\n## Write it\n\n```gate \
        shop.gate\ncsv-export requires pro\n  prompt as paywall snooze 7 days\ncloud-sync requires \
        pro\n  prompt as banner not dismissible\npdf-export requires pro\n\nscenario \"dismissed \
        three days ago\"\n  given dismissed \"csv-export\" at 2025-12-29\n  expect csv-export \
        denied snoozed until 2026-01-05\n```\n\n`prompt as NAME` names the form: `paywall`, \
        `banner`, or any name that the app knows. The default is\n`prompt`. Its `snooze` replaces \
        the one of the policy. With `not dismissible`, the user cannot dismiss it.\n\n```console\n\
        $ tollgate check shop.gate cloud-sync --at 2026-06-01 --format json | grep -A 5 \
        '\"prompt\"'\n  \"prompt\": {\n    \"id\": \"cloud-sync\",\n    \"as\": \"banner\",\n    \
        \"dismissible\": false,\n    \"snoozedUntil\": null\n  },\n```\n\n## Denials without a \
        prompt\n\nA denial has no prompt if the user cannot do anything about it. These are the \
        reasons `off`, `excluded`,\n`undeclared`, `stale`, `unknown-usage` and `unknown-fact`.\n
        """),
    LanguagePage(
      name: "quantities", title: "Quantities and instants",
      text: """
        # Quantities and instants\n\nNumbers, sizes, durations, percentages, dates and money. All \
        of them are exact.\n\n## Quantities\n\n| kind | examples |\n|---|---|\n| number | `500`, \
        `10_000` |\n| size, decimal | `5 GB`, `1.5 GB`; `B KB MB GB TB` |\n| size, binary | `5 \
        GiB`; `KiB MiB GiB TiB` |\n| duration | `30s`, `15min`, `24h`, `1 day`, `7 days`, `2 \
        weeks` |\n| months | `1 month`, `3 months`, `1 year` |\n| percentage | `90%` |\n\nUse a \
        size for a meter in bytes and a duration for a meter in seconds. A bare number has the \
        unit of its\nmeter. A quantity that is too large, or not a whole number of its unit, is an \
        error.\n\nThousands are not separated, but `_` may stand between digits, and decimals \
        follow a `.`. A number that people read\nin two ways is an error, and the message offers \
        both: `1.000` and `1,000` may mean 1000 or 1.\n\n```gate\nmeter storage in bytes\nstorage \
        > 1.5 GB requires pro\n\nscenario \"sizes are bytes\"\n  given storage 1_500_000_000\n  \
        expect storage denied because limit-reached\n```\n\n## Months\n\nMonths are those of the \
        calendar in UTC, and a year is twelve. They stand where something is counted from a date\n\
        (`from 3 months after installed`), in settings, in a `trial` and in the period of a price. \
        A month after 31 January is\nthe last day of February. After one date, either months or \
        durations are counted, not both.\n\n## Instants\n\n`2026-03-01` is midnight UTC. A time \
        may follow: `2026-03-01T08:00Z`, `2026-03-01T08:00:30+08:00`. The\nsmallest unit is the \
        millisecond. An interval contains its beginning and not its end.\n\n```gate\ntoolbox \
        requires pro from 2026-03-01T08:00+08:00 until 2026-04-01\n\nscenario \"the last instant \
        before it\"\n  at 2026-02-28T23:59:59.999Z\n  expect toolbox allowed\nscenario \"its first \
        instant\"\n  at 2026-03-01\n  expect toolbox denied until 2026-04-01\nscenario \"its end \
        is outside\"\n  at 2026-04-01\n  expect toolbox allowed for ever\n```\n\n## Money\n\nAn \
        amount is an exact decimal with an ISO 4217 code: `59.99 TRY`. It has no more decimals \
        than the currency, so\n`1.200 USD` is an error; only a price for each use may have up to \
        four. See [Products](tollgate://language/products).\n
        """),
    LanguagePage(
      name: "reminders", title: "Reminders",
      text: """
        # Reminders\n\nA reminder tells a user that a limit is near, or that something ends soon.\n\
        \n## Write it\n\nWrite it below a limit. It begins at a value, or at a percentage of the \
        limit, rounded up. Below a\n[ladder](tollgate://language/ladders) the percentage is of the \
        user's own limit.\n\n```gate\nbills > 500 requires pro\n  reminder at 450 gentle \
        \"{remaining} free bills left\" zh-Hans \"还可免费记录 {remaining} 条\"\n  reminder at 96% snooze \
        1 day\n  reminder at 500 prominent \"All {limit} free bills are used\"\n\nscenario \"449 \
        will stand\"\n  given bills 448\n  expect bills allowed with no reminder\nscenario \"450 \
        will stand\"\n  given bills 449\n  expect bills allowed with reminder at 450\nscenario \
        \"of several, the highest that is due\"\n  given bills 480\n  expect bills allowed with \
        reminder at 480\nscenario \"denied: what is used stands\"\n  given bills 500\n  expect \
        bills denied with reminder at 500\nscenario \"who has pro is not reminded\"\n  given bills \
        500, pro\n  expect bills allowed with no reminder\n```\n\n`gentle` or `prominent`, \
        `snooze` and the text follow the value in any order, each at most once. The figures in \
        the\ntext are those after an ask that is allowed: with 39 of 50 used, the ask for one more \
        says `{remaining}` 10. In a\n[message](tollgate://language/messages) they are those before \
        it.\n\nA reminder is `gentle` by default, or `prominent`. It is due at its value and \
        above. An app shows it until the\nuser dismisses it. Then it stays away for its own \
        `snooze`, or else for the `snooze` of the policy\n([Snooze](tollgate://language/snooze)).\n\
        \n## Before something ends\n\nWrite how long before. The rule needs a requirement; a \
        setting has one by itself.\n\n```gate\ncertificate requires pro\n  reminder 3 days before \
        it ends gentle \"Your certificates end on {ends}\" zh-Hans \"证书功能将于 {ends} 结束\"\nsetting \
        history is 7 days\n  365 days with pro\n  reminder 1 week before it ends\n\nscenario \"pro \
        ends in three days\"\n  given pro until 2026-01-04\n  expect certificate allowed ends \
        2026-01-04\n  expect history allowed ends 2026-01-04\nscenario \"pro ends later\"\n  given \
        pro until 2026-02-01\n  expect certificate, history allowed with no reminder\n```\n\nThe \
        end is the first later time at which the target is worse: denied, only warned, or a lower \
        value. A purchase that\nthe store renews does not end. Nor is it an end when news becomes \
        old or a counter begins anew. Of several\nreminders, the one nearest to the end is told, \
        and it goes before those of an amount. The id is\n`certificate@3 days before end`.\n\n## \
        Mistakes that the linter finds\n\nThe linter finds a reminder above its limit, two \
        reminders at one value, and a reminder of an end that never comes\n\
        ([TG0302](tollgate://diagnostics/TG0302)).\n
        """),
    LanguagePage(
      name: "requirements", title: "Requirements",
      text: """
        # Requirements\n\nA requirement says what a user must have.\n\n## Write it\n\nWrite \
        entitlements and yes-or-no facts, joined by `and`, `or` and `not`; or write `nothing`.\n\n\
        ```gate\nentitlements basic, advanced, full, ads\nfact adult is yes or no\nL1..L3 requires \
        nothing\nL9..L14 requires advanced or full\ncasino requires full and adult\nquiet-mode \
        requires basic and not ads\narena requires (basic or full) and adult\n\nscenario \"what is \
        held counts\"\n  given full, adult\n  expect L1..L3 allowed because ungated\n  expect \
        L9..L14, casino, arena allowed because granted\nscenario \"a not is broken by what is \
        held\"\n  given basic, ads\n  expect quiet-mode denied because excluded\nscenario \"a \
        missing fact is unknown\"\n  given full\n  expect casino denied because unknown-fact\n```\n\
        \n## And with or\n\n`and` beside `or` needs parentheses. The message shows both readings.\n\
        \n```gate\nexport requires basic or advanced and full\n```\n\n```diagnostics\n\
        policy.gate:1:35: error[TG0107]: `and` and `or` are mixed without parentheses\n  at “and”: \
        this may be read in two ways\n  line 1, column 23: mixed with this\n  note: one reading: \
        `basic or (advanced and full)`\n  note: the other: `(basic or advanced) and full`\n  help: \
        let `and` bind first (unsafe fix)\n  help: let `or` bind first (unsafe fix)\n```\n\n## All \
        rules hold together\n\nTwo rules about one target are two requirements, and a user must \
        meet both.\n\n```gate\ncsv-export requires pro\ncsv-export requires account\n\nscenario \
        \"one is not enough\"\n  given pro\n  expect csv-export denied because not-held\nscenario \
        \"both\"\n  given pro, account\n  expect csv-export allowed because granted\n```\n\n## See \
        also\n\n[Paid, not in a trial](tollgate://language/paid) asks for what a trial does not \
        bring.\n
        """),
    LanguagePage(
      name: "rollouts", title: "Rollouts",
      text: """
        # Rollouts\n\nA rollout is a fixed share of the users.\n\n## Write it\n\n```gate\nrollout \
        new-paywall is 43% of users\ntoolbox requires pro when in new-paywall\n\nscenario \"user-1 \
        has bucket 4299: in\"\n  given subject \"user-1\"\n  expect toolbox denied because \
        not-held\nscenario \"user-2 has bucket 9797: out\"\n  given subject \"user-2\"\n  expect \
        toolbox allowed because ungated\nscenario \"nobody said who it is\"\n  expect toolbox \
        denied because unknown-fact\n```\n\nA higher percentage only adds users; nobody leaves. It \
        may have two decimals: `2.5%`.\n\n## A user's bucket\n\nEach user has a bucket from 0 to \
        9999: MurmurHash3 (x86, 32 bits, seed 0) of `NAME:SUBJECT` in UTF-8, times\n10,000, \
        shifted right by 32 bits. A user is in the rollout if the bucket is below 100 times the \
        percentage.\nEvery platform computes the same bucket. Report the user's id as \
        ``Snapshot/subject``.\n
        """),
  ]
}
