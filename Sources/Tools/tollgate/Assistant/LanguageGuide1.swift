// Written by `CatalogueTests` from `llms-full.txt`: never edit it.

extension LanguagePage {
  static let guide1 =
    """
    # Tollgate: the whole language\n\n> Tollgate decides who may do what in your app, from rules \
    that a product owner can read aloud.\n\nA policy is a file `NAME.gate`. This text is all that \
    an author needs: the language from common to rare, the words of decisions, and the commands. \
    Every example compiles, and its scenarios pass.\n\n\
    ## The language at a glance\n\n### The Gate language\n\nA policy in the Gate language is a \
    list of sentences that a product owner can read aloud.\n\n#### Five principles\n\n1. **One \
    line, one sentence.** `bills > 500 requires pro` is a complete policy.\n2. **Order never \
    matters.** All rules about a target must hold.\n3. **Exact.** There are no loops, no \
    arithmetic and no code. Every question about a policy has an exact answer.\n4. **Unknown is \
    never allowed.** Missing data denies the use, and the explanation says whether usage or a fact \
    is missing.\n5. **All or nothing.** A file with a mistake does not compile, and one run \
    reports every mistake.\n\n#### A policy at a glance\n\nDeclarations name the plans, products \
    and features. Rules say who may use them. Scenarios are examples and tests.\n\n```gate\npolicy \
    Shop \"Shop\"\ntiers free < pro\n\nproduct annual \"Annual plan\"\n  grants pro\n  price 12 \
    CNY per year\n\nmeter bills \"bills\"\nfeature csv-export \"CSV export\"\n\nbills > 500 \
    requires pro\n  reminder at 450\ncsv-export requires pro\n\nscenario \"a free user is stopped \
    at the 501st bill\"\n  given bills 500\n  expect bills denied because limit-reached unlocked \
    by annual\n  expect csv-export denied because not-held\nscenario \"pro, until the subscription \
    ends\"\n  given product annual until 2027-01-01, bills 500\n  expect bills, csv-export allowed \
    until 2027-01-01\n```\n\n\
    ## Plans, products and features\n\n### The policy line\n\nThe policy line gives the policy its \
    name and its label.\n\nWrite at most one such line, anywhere in the file.\n\n```gate\npolicy \
    ExpenseTracker \"ExpenseTracker\"\ncsv-export requires pro\n```\n\nThe name appears in every \
    explanation. Without the line, it is empty.\n\n### Tiers\n\nTiers are the ranked plans of a \
    policy. Each tier includes those below it.\n\n```gate\ntiers free \"Free\" < pro \"Pro\" < \
    team \"Team\"\ncsv-export requires pro\nshared-lists require team\nhelp requires free\n\n\
    scenario \"everybody holds the first tier\"\n  expect help allowed because granted\n  expect \
    csv-export denied because not-held\nscenario \"team includes pro\"\n  given team\n  expect \
    csv-export, shared-lists allowed because granted\n```\n\nA policy has at most one `tiers` \
    statement. For a right that is independent of the tiers, declare an entitlement.\n\n### \
    Features\n\nA feature is a thing that a user may use or may not use.\n\n```gate\nfeature \
    csv-export \"CSV export\"\n  benefit \"Open your data anywhere\"\nfeatures cloud-sync, \
    settings\n\ncsv-export requires pro\ncloud-sync requires pro\nsettings requires nothing\n\n\
    scenario \"a gate is shut, the others are open\"\n  expect csv-export, cloud-sync denied \
    because not-held\n  expect settings allowed because ungated for ever\n```\n\n`feature A` \
    declares one feature with a label. `features A, B` declares several. A feature without a rule \
    is open to everybody. If you mean that, write `requires nothing`; the linter asks for it.\n\n\
    ### Products\n\nA product is for sale. It says what it brings and what it costs.\n\n```gate\n\
    tiers free < pro\nmeter storage in bytes\n\nproduct annual \"Annual\"\n  sold as \
    \"com.example.pro.annual\" on app-store\n  sold as \"pro_annual\" on google-play\n  grants \
    pro\n  price 12 CNY per year\n  trial 7 days\n  grace 16 days\n  shared with family\n  \
    recommended\n  benefit \"Unlimited export\"\n  not with lifetime\nproduct lifetime \
    \"Lifetime\"\n  grants pro\n  price 38 CNY once\nproduct extra-space\n  adds 10 GB to storage\n\
      price 3 CNY per month\n  only with annual or lifetime\nproduct founder\n  grants pro\n  not \
    for sale\n\ncsv-export requires pro\nstorage > 5 GB is not allowed\n\nscenario \"two plans \
    open it; the founder's is not for sale\"\n  expect csv-export denied because not-held unlocked \
    by annual or lifetime\nscenario \"a purchase counts by its name\"\n  given product annual \
    until 2026-06-01\n  expect csv-export allowed until 2026-06-17\n```\n\n#### Clauses\n\n- `sold \
    as \"ID\" [on STORE]`: its id in a store; one line for each store\n- `grants A, B`: the \
    entitlements that it brings; an add-on may have none\n- `adds 10 GB to METER`: raises the \
    limits of the meter, once for each purchase\n- `adds 50 to METER per day`: raises only the \
    limits of the meter that have this window\n- `adds 100 to METER until used up`: a pack: buying \
    it adds to the allowance of the snapshot\n- `price MONEY per week`, `per month`, `per year`, \
    `per 3 months`: it renews\n- `price MONEY once`: it never ends\n- `price 12 CNY or 1.99 USD \
    per year`: one price in several currencies\n- `price 8 USD per month for each of seats, at \
    least 5`: a price for each of a meter\n- `price 2 USD per month for each GB of storage`: a \
    price for so much of a meter\n- `price 0.01 USD for each of api-calls`: a price for use\n- \
    `price 10 USD per month billed yearly`: 120 USD are paid each year; people read what a month \
    costs\n- `price on request`: a price that is negotiated\n- `introductory price MONEY per month \
    for 3 months`: a lower price at the beginning, offered once\n- `introductory price MONEY for 3 \
    months`: the same, paid once, ahead\n- `trial DURATION`, `trial 1 month`, `trial 2 years`: a \
    free first period, offered once\n- `grace DURATION`: it still counts for this time after its \
    end\n- `shared with family`: a purchase of a family member counts, too\n- `shared with up to 6 \
    people`: the same, and says how many\n- `recommended`: the plan to highlight\n- `benefit \
    LABEL`: a text for paywalls; you may write several\n- `not for sale`: old purchases count, and \
    nobody can buy it any more\n- `for sale with A`, `without A`, `from I`, `until I`, `when C`, \
    `unless C`: only these users can buy it\n- `only with A or B`: for users who have one of these \
    products, or buy it together\n- `not with A, B`: nobody has both; buying one replaces the \
    other\n\nA product has one `price` line. Without it, the store sets the price, and the product \
    is still for sale. `describe`, `diff` and `explain` show a price as the policy says it, `30 \
    USD`; customers see `$30`, the form of their language.\n\n### Requirements\n\nA requirement \
    says what a user must have.\n\nWrite entitlements and yes-or-no facts, joined by `and`, `or` \
    and `not`; or write `nothing`.\n\n```gate\nentitlements basic, advanced, full, ads\nfact adult \
    is yes or no\nL1..L3 requires nothing\nL9..L14 requires advanced or full\ncasino requires full \
    and adult\nquiet-mode requires basic and not ads\narena requires (basic or full) and adult\n\n\
    scenario \"what is held counts\"\n  given full, adult\n  expect L1..L3 allowed because \
    ungated\n  expect L9..L14, casino, arena allowed because granted\nscenario \"a not is broken \
    by what is held\"\n  given basic, ads\n  expect quiet-mode denied because excluded\n```\n\n\
    #### And with or\n\n`and` beside `or` needs parentheses. The message shows both readings.\n\n\
    #### All rules hold together\n\nTwo rules about one target are two requirements, and a user \
    must meet both.\n\n```gate\ncsv-export requires pro\ncsv-export requires account\n\nscenario \
    \"one is not enough\"\n  given pro\n  expect csv-export denied because not-held\nscenario \
    \"both\"\n  given pro, account\n  expect csv-export allowed because granted\n```\n\n### \
    Labels\n\nPeople read labels instead of names. A label can be in many languages.\n\n#### Write \
    a label\n\nWrite a text, then any number of pairs of a language and a text. Languages are BCP \
    47 tags. The first text is for every language without a text of its own. `\\\"` and `\\\\` are \
    the only escapes.\n\n```gate shop.gate\npolicy Shop\ntiers free \"Free\" zh-Hans \"免费版\" tr \
    \"Ücretsiz\" < pro \"Pro\" zh-Hans \"专业版\" tr \"Pro\"\nfeature csv-export \"CSV export\" \
    zh-Hans \"导出 CSV\" tr \"CSV dışa aktarma\"\ncsv-export requires pro\n```\n\nLabels follow the \
    names of tiers, entitlements, products, meters, features, series and groups, the words \
    `benefit`, `message` and `reminder`, and the name of the policy.\n\n\
    ## Limits and values\n\n### Meters\n\nA meter is a thing that the app counts: bills, bytes, \
    seconds.\n\n```gate\nmeter bills \"bills\"\nmeters storage in bytes, recording in seconds\n\
    bills > 500 requires pro\nstorage > 5 GB requires pro\nrecording > 15 min requires pro\n\n\
    scenario \"the app reports how much is used\"\n  given bills 500, storage 4 GB, recording 10 \
    min\n  expect bills denied because limit-reached\n  expect storage adding 1 GB allowed \
    remaining 1 GB\n  expect recording adding 5 min allowed remaining 5 min\nscenario \"what is \
    not reported is unknown, not 0\"\n  expect bills denied because unknown-usage\n```\n\nThe unit \
    of a meter is `count` (the default), `bytes`, `seconds`, `minutes`, `hours` or `days`. The app \
    reports in this unit, and people see it: `2,000 min`. A duration must be whole in the unit of \
    its meter. A unit after a list, as in `meters talk, calls in seconds`, is for every meter of \
    the list without a unit. The value of a meter is a whole number, 0 or more. The app counts and \
    reports; the policy limits.\n\n#### Windows\n\n`per` and a window read a separate counter. A \
    window is `minute`, `hour`, `day`, `week`, `month` or `year`, or several of them: `3 hours`, \
    `30 days` (2 to 1,000). Two windows are the same if number and unit are: `24 hours` is not \
    `day`. The app reports when the counter starts again (`resets`). After that time the counter \
    counts as 0.\n\n```gate\nmeter exports\nexports > 3 per day requires pro\n\nscenario \"three \
    today\"\n  given exports 3 per day resets 2026-01-02\n  expect exports denied because \
    limit-reached until 2026-01-02\nscenario \"the next day has begun\"\n  given exports 3 per day \
    resets 2026-01-02\n  at 2026-01-02\n  expect exports allowed remaining 3\n```\n\n### Limits\n\n\
    A limit says how much of a meter a user may use.\n\n#### A limit looks ahead\n\nTollgate \
    compares the value after the use: the present value and the added amount. The added amount is \
    1 by default.\n\n```gate\nbills > 500 requires pro\n\nscenario \"the 500th is free, the 501st \
    is not\"\n  given bills 499\n  expect bills allowed because within-limit remaining 1\n  expect \
    bills adding 2 denied because limit-reached\n  expect bills reaching 500 allowed\n  expect \
    bills reaching 501 denied\nscenario \"with what is required there is no limit\"\n  given pro, \
    bills 10_000\n  expect bills allowed because granted unlimited\n```\n\n#### A limit stops \
    growth only\n\nA user who goes back to a smaller plan keeps everything.\n\n```gate\nbills > \
    500 requires pro\n\nscenario \"800 bills, and pro has ended\"\n  given bills 800, pro until \
    2025-12-31\n  expect bills denied because limit-reached\n  expect bills adding 0 allowed\n```\n\
    \n#### More than, and at least\n\n`> 500` and `>= 501` are the same limit: 500. With `>=`, the \
    quantity is at least 1.\n\n```gate\nrooms >= 4 requires pro\n\nscenario \"three are free\"\n  \
    given rooms 2\n  expect rooms allowed remaining 1\n  expect rooms adding 2 denied because \
    limit-reached\n```\n\n#### Undecided\n\n`undecided` says that nobody has decided the number \
    yet. Until then the rule denies every user who does not have what it requires, and the linter \
    keeps asking.\n\n```gate\nsuggestions > undecided per day requires premium\n\nscenario \
    \"nobody has decided yet\"\n  given suggestions 0 per day\n  expect suggestions denied because \
    undecided\n```\n\n#### Something else instead\n\n`instead use` names what a user may have in \
    place of what the rule denies: features, meters, settings, groups and ranges, at most 1,000 \
    targets. A denied decision lists those that this user may use now.\n\n```gate\nfeature \
    basic-model\nmeter messages\nmessages > 40 per 3 hours requires plus\n  instead use \
    basic-model\nbasic-model requires nothing\n\nscenario \"the small model is left\"\n  given \
    messages 40 per 3 hours\n  expect messages denied because limit-reached instead basic-model\n\
    ```\n\nIt may stand below every rule that denies: below a limit, a ladder, a setting, below \
    features that require something, and below `is off`.\n\n### Ladders\n\nA ladder is a limit \
    that grows with the plan: one line for everybody, and a step for each plan that gets more.\n\n\
    The first line has the limit of everybody. Each step has a quantity, or `unlimited`, and what \
    it needs. Steps come in any order.\n\n```gate\ntiers free < plus < business < enterprise\n\
    guests at most 10\n  100 with plus\n  250 with business\n  unlimited with enterprise\n  \
    message \"Your plan has room for {limit} guests.\"\n\nscenario \"free\"\n  given guests 10\n  \
    expect guests denied because limit-reached\nscenario \"plus has room for 100\"\n  given plus, \
    guests 99\n  expect guests allowed because granted remaining 1\n```\n\nA ladder is one rule. \
    The limit of a user is the greatest of the first line and of the steps that count for this \
    user. Several ladders about one meter must all hold. A ladder without steps is a limit for \
    everybody.\n\n#### When a step counts\n\nA step counts while its requirement is met, it is in \
    force, and its condition is true. `from`, `until`, `when` and `unless` after a step are about \
    the step; in the first line they are about the whole ladder.\n\n```gate\ntiers free < plus\n\
    fact platform is ios, android or web\nexports at most 3 per day\n  10 with nothing until \
    2026-02-01\n  30 with plus when platform is not web\n\nscenario \"in January\"\n  given \
    exports 9 per day\n  expect exports allowed remaining 1\nscenario \"later\"\n  given exports 9 \
    per day\n  at 2026-02-01\n  expect exports denied because limit-reached\n```\n\nThe window \
    (`per day`) belongs in the first line. All steps count in it.\n\n### Settings\n\nA setting is \
    a value that depends on what a user has: the days of a history, the size of a file, a \
    quality.\n\n#### A quantity\n\nWrite the value of everybody after `is`, and below it a step \
    for each plan that has a better one.\n\n```gate\ntiers free < basic < full\nsetting history \
    \"Page history\" is 7 days\n  30 days with basic\n  unlimited with full\n\nscenario \
    \"everybody\"\n  expect history is 7 days\nscenario \"basic\"\n  given basic\n  expect history \
    is 30 days\n  expect history reaching 31 days denied because limit-reached\n```\n\nAll values \
    of a setting are of one kind: numbers, sizes, durations, months (`1 month`, `2 years`), or \
    percentages with at most two decimals. A bare `0` is of each kind; where all values are `0`, \
    the kind is that of what products add. `unlimited` is a step only. A setting must be \
    declared.\n\nThe value of a user is the best of the value after `is` and of the steps that \
    count. Steps count as those of a ladder do.\n\n#### A choice\n\nWrite the choices from the \
    least to the best. The first is everybody's. Each may have a label.\n\n```gate\ntiers free < \
    pro\nfact platform is ios, android or web\nsetting quality is low \"Low\" < standard \
    \"Standard\" < high \"High\"\n  standard with pro\n  high with pro when platform is not web\n\n\
    scenario \"pro, on a phone\"\n  given pro, platform is ios\n  expect quality is high\n  expect \
    quality reaching standard allowed\nscenario \"pro, on the web\"\n  given pro, platform is web\n\
      expect quality is standard\n```\n\nThe names of the choices belong to the setting. A choice \
    with the name `unlimited` is written in backquotes.\n\n#### Smaller is better\n\nWrite `, \
    smaller is better` after a quantity. The best value is then the least.\n\n```gate\ntiers free \
    < plus\nsetting delay is 30s, smaller is better\n  5s with plus\n\nscenario \"plus\"\n  given \
    plus\n  expect delay is 5s\n  expect delay is at most 10s\n```\n\n#### What a value takes part \
    in\n\nA rule may have a setting as its subject, like a feature. Such a rule does not change \
    the value. Limits, conditions, groups and `everything` do not hold settings. A product may add \
    to a quantity, unless smaller is better.\n\n```gate\ntiers free < plus\nsetting history is 7 \
    days\n  30 days with plus\nhistory requires plus\nproduct more-history\n  adds 90 days to \
    history\n\nscenario \"plus, and more\"\n  given plus, product more-history\n  expect history \
    is 120 days\n  expect history allowed because granted\n```\n\n`message`, `because`, `prompt` \
    and `soft` may be written below a setting. They are for an ask that the value does not reach.\n\
    \n\
    ## Conditions, dates and facts\n\n### When a rule applies\n\nA rule can have a time and a \
    condition, on its own line.\n\n#### From and until\n\n```gate\nfact updated is a date\ntoolbox \
    requires pro from 2026-03-01 until 2026-04-01\neditor requires pro from 7 days after updated\n\
    \nscenario \"before\"\n  given updated 2026-01-10\n  expect toolbox allowed until 2026-03-01\n \
     expect editor allowed until 2026-01-17\nscenario \"in force\"\n  given updated 2026-01-10\n  \
    at 2026-03-01\n  expect toolbox denied until 2026-04-01\n  expect editor denied because \
    not-held for ever\n```\n\nThe rule applies from the first instant until just before the \
    second. A date that the app reports is written with a duration: `until 7 days after updated`, \
    and `until 0 days after updated` for the date itself. If the fact is missing, it is unknown \
    whether the rule applies.\n\n#### When and unless\n\n```gate\nfact platform is ios, android or \
    web\nfact installed is a date\nfact first-version is a version\nmeter exports\nrollout \
    new-paywall is 43% of users\n\nlive-photos are off when platform is web\nwidgets require pro \
    when platform is one of ios, android\narchive requires pro when installed since 2026-03-01 and \
    not platform is web\nthemes require pro unless first-version before 2.0\nsharing requires pro \
    when exports > 3 per day\ntoolbox requires pro when in new-paywall\n\nscenario \"each of them \
    is false\"\n  given platform is web, installed 2026-03-01, first-version 1.9\n  given exports \
    3 per day, subject \"user-2\"\n  expect live-photos denied because off\n  expect widgets, \
    archive, themes, sharing, toolbox allowed because ungated\nscenario \"each of them is true\"\n \
     given platform is ios, installed 2026-03-01, first-version 2.0\n  given exports 4 per day, \
    subject \"user-1\"\n  expect live-photos allowed because ungated\n  expect widgets, archive, \
    themes, sharing, toolbox denied because not-held\n```\n\n- `before` means earlier than; \
    `since` means at or after.\n- A condition reads the present value of a meter, without the \
    amount that the ask would add.\n- A condition asks about facts, meters, rollouts and time. The \
    name of a product or an entitlement in it is an error: ask about what people have in the \
    requirement, as in `requires not pro`.\n- Join conditions with `and`, `or`, `not` and \
    parentheses. `unless` means `when not`.\n\n### Facts\n\nA fact is a property of the user or \
    the device that the app reports.\n\n```gate\nfact platform is ios, android or web\nfact \
    installed is a date\nfact beta-tester is yes or no, otherwise no\nfact first-version is a \
    version\nfact first-build is a number\nfact country is tr, us or anything else\n\nlive-photos \
    are off when platform is web\narchive requires pro when installed since 2026-03-01\nlab \
    requires beta-tester\nold-theme is off unless first-version before 2.0\nimport requires pro \
    unless first-build <= 2016\ntax-report is off unless country is tr\n\nscenario \"what is known \
    decides\"\n  given platform is ios, installed 2026-02-28, first-version 1.10, first-build \
    2016, country is fr\n  expect live-photos, archive, old-theme, import allowed because ungated\n\
      expect tax-report denied because off\n  expect lab denied because not-held\nscenario \"what \
    is not known denies\"\n  expect live-photos denied because unknown-fact\n```\n\n- a choice: \
    `is ios, android or web`: `is`, `is not`, `is one of ios, android`\n- `is a date`: `before`, \
    `since`, and `7 days after` or `1 month after` it\n- `is yes or no`: its name alone, or `not` \
    and its name\n- `is a version`: `before 2.0`, `since 1.4`; missing parts are 0\n- `is a \
    number`: `>`, `>=`, `<`, `<=`, `is`; a whole number, 0 or more\n\n- A value that is not among \
    the declared choices is unknown, unless the list ends in `or anything else`.\n- `otherwise V` \
    gives the value, of any kind, for a fact that the app does not report. Without `otherwise`, a \
    missing fact is unknown.\n\n### Off, and not allowed\n\nThese rules close a target or a limit \
    for everybody, whatever they bought.\n\n#### Off, for features\n\n```gate\nfact platform is \
    ios, android or web\nlive-photos, haptics are off when platform is web\nchat is off until \
    2026-03-01\n\nscenario \"no purchase helps\"\n  given platform is web\n  expect live-photos, \
    haptics denied because off unlocked by nothing\n  expect chat denied because off until \
    2026-03-01\nscenario \"elsewhere, and later\"\n  given platform is ios\n  at 2026-03-01\n  \
    expect live-photos, haptics, chat allowed because ungated\n```\n\n#### Not allowed, for \
    limits\n\n`is not allowed` on a limit is a hard cap.\n\n```gate\nuploads > 20 GB is not \
    allowed\nuploads > 5 GB requires pro\n\nscenario \"pro raises the first limit, not the \
    second\"\n  given pro, uploads 20 GB\n  expect uploads denied because limit-reached\n  expect \
    uploads adding 0 allowed\nscenario \"below\"\n  given pro, uploads 19 GB\n  expect uploads \
    adding 1 GB allowed\n```\n\nA denial with the reason `off` has no prompt: there is nothing to \
    sell.\n\n### Grants of the policy\n\nWith `grant`, the policy itself gives an entitlement: a \
    trial, a migration, a promotion.\n\n```gate\ntiers free < pro\nfact installed is a date\nfact \
    beta-tester is yes or no, otherwise no\ncsv-export requires pro\n\ngrant pro for 7 days after \
    installed when installed before 2026-03-01\ngrant pro from 2026-12-24 until 2026-12-27\ngrant \
    pro when beta-tester\n\nscenario \"the first week\"\n  given installed 2026-01-01\n  expect \
    csv-export allowed because granted until 2026-01-08\nscenario \"the week is over\"\n  given \
    installed 2026-01-01\n  at 2026-01-08\n  expect csv-export denied because not-held until \
    2026-12-24\n```\n\nYou may combine the parts: `for DURATION after FACT-OR-INSTANT` (or `for 3 \
    months after` it), `from I`, `until I`, `when CONDITION`, `unless CONDITION`. `I` may be a \
    date that the app reports: `until 0 days after FACT`. A grant without any part gives the \
    entitlement to everybody for ever; the linter asks whether you mean that.\n\nIf a fact is \
    missing, it is unknown whether the user has the grant, and unknown is never allowed.\n\n### \
    Soft rules\n\nA soft rule only warns.\n\n```gate\ntoolbox requires pro\n  soft until \
    2026-04-01\n  message \"From April on the toolbox is part of Pro.\"\ncolours require pro\n  \
    soft\n\nscenario \"a warning is a use\"\n  expect toolbox warned because not-held until \
    2026-04-01\n  expect colours warned because not-held for ever\nscenario \"in April it is a \
    denial\"\n  at 2026-04-01\n  expect toolbox denied because not-held\n```\n\nA use with a \
    warning may go ahead. The message, the prompt and the ways in are the same as for a denial. \
    `soft until 14 days after updated` (or `1 month after updated`) counts from a date that the \
    app reports.\n\nIf a rule that is not soft fails too, the use is denied.\n\n### Rollouts\n\nA \
    rollout is a fixed share of the users.\n\n```gate\nrollout new-paywall is 43% of users\n\
    toolbox requires pro when in new-paywall\n\nscenario \"user-1 has bucket 4299: in\"\n  given \
    subject \"user-1\"\n  expect toolbox denied because not-held\nscenario \"user-2 has bucket \
    9797: out\"\n  given subject \"user-2\"\n  expect toolbox allowed because ungated\n```\n\nA \
    higher percentage only adds users; nobody leaves. It may have two decimals: `2.5%`.\n\n\
    ## Scenarios and claims\n\n### Scenarios\n\nA scenario is a test inside the policy: one user, \
    one time, and the expected decisions.\n\n```gate\ntiers free < pro\nproduct annual\n  grants \
    pro\nproduct lifetime\n  grants pro\nmeter bills\nfact platform is ios or web\nbills > 500 \
    requires pro\n  reminder at 450\ncsv-export requires pro\nlive-photos are off when platform is \
    web\n\nscenario \"a free user is stopped at the 501st bill\"\n  given bills 500, platform is \
    web\n  at 2026-06-01\n  expect bills denied because limit-reached unlocked by annual or \
    lifetime\n  expect bills adding 0 allowed with reminder at 450\n  expect live-photos denied \
    because off unlocked by nothing\nscenario \"pro, until the subscription ends\"\n  given \
    product annual until 2027-01-01, bills 10_000\n  at 2026-12-31T23:59Z\n  expect bills allowed \
    unlimited until 2027-01-01\n  expect csv-export allowed because granted\n```\n\n#### Given\n\n\
    Everything that you do not give is unknown. You may write several lines.\n\n- `pro`, `pro \
    until 2027-01-01`: an entitlement\n- `product annual [STATE] [from I] [until I] [times 2] \
    [shared] [offer used]`: a purchase, and whether its buyer had a trial or an introductory \
    price\n- `bills 500`, `exports 3 per day resets 2026-01-02`: a counter\n- `minutes 12 per \
    month carried 40`: a counter, and how much was carried into its window\n- `messages 40 per 3 \
    hours then 0 at 2026-01-02`: a counter that falls step by step\n- `storage allowance 10 GB`, \
    `history allowance 30 days`: an allowance of a meter or a setting\n- `platform is ios`, \
    `installed 2026-03-01`, `first-version 1.4`, `not minor`: a fact\n- `subject \"user-1\"`: the \
    user's id, for rollouts\n- `verified I`, `seen I`: the time at which purchases were confirmed; \
    the latest time seen\n- `dismissed \"bills@450\" at I`: a prompt or reminder that the user \
    dismissed\n\n#### At\n\n`at` sets the time. The default is 2026-01-01. A scenario never looks \
    at the clock.\n\n#### Expect\n\nWrite `expect TARGETS`, then `adding Q` or `reaching Q`, \
    `continuing`, then `allowed`, `warned` or `denied`. Any of these may follow: `because REASON`, \
    `remaining Q`, `unlimited`, `with reminder at Q`, `with no reminder`, `ends I` (a reminder of \
    that end is due), `snoozed until I`, `unlocked by A or B and C`, `unlocked by nothing`, `until \
    I`, `for ever`, `instead basic-model`, `instead nothing`, `uses 4 credits`, `uses nothing`, \
    `uses left 1`, `charged 0.15 USD`. Each member of a range or group is tested by itself.\n\nFor \
    a setting, write `expect SETTING is VALUE`, `is at least VALUE` or `reaching VALUE`.\n\n### \
    Claims\n\nA claim is true for every user, at every time; otherwise the test of the policy \
    fails.\n\n```gate shop.gate\ntiers free < pro\nseries L1..L18\nfact platform is ios or web\n\
    feature csv-export\nL1..L3 requires nothing\nL4..L18 requires pro\nbills > 500 requires pro\n\
    csv-export requires pro\n\nalways L1..L18 allowed with pro\nalways L1..L3 allowed with \
    nothing\nnever csv-export allowed without pro\nnever bills denied with pro when platform is \
    ios\n\nscenario \"one user shows it; a claim speaks of all\"\n  given pro\n  expect L4..L18, \
    csv-export allowed because granted\n```\n\n`tollgate test` proves the claims of a policy \
    together with its scenarios. The linter reports a false claim. `tollgate prove` proves each \
    claim by itself, or a new claim that you type. For a false claim it shows the smallest \
    example.\n\nA claim has these parts, in this order: `always` or `never`, targets, `adding Q` \
    or `reaching VALUE` (optional), `allowed`, `warned` or `denied`, `with` or `without` a \
    requirement, and a condition. `with nothing` means everybody. `from I` and `until I` limit the \
    time.\n\nA claim about a setting may also name its value: `is VALUE`, `is at least VALUE`, or \
    `is at most VALUE` for a setting with `smaller is better`.\n\nUsers may buy each add-on as \
    often as they like. The snapshot's own allowance of the setting is 0 in a claim.\n\nA claim is \
    about all users whose purchase data is fresh and complete. Write claims for promises that no \
    later rule may break.\n\n\
    ## Mistakes\n\n### Mistakes that people make\n\nSome sentences mean something else than was \
    meant; others are no sentences of the language.\n\n#### A sentence that means something else\n\
    \n- 10 guests, 100 with Plus: `guests at most 10`, below it `100 with plus`; not `guests > 10 \
    requires plus`: then Plus has no limit\n- Pro has no limit: a step `unlimited with pro`; not a \
    ladder without it: then Pro has the first line's limit\n- up to 500: `bills > 500`, `bills at \
    most 500`; not `bills >= 500`: then 499 are the most\n- 3 a day: `exports > 3 per day`; not \
    `exports > 3`: then three in all\n- 50 for everybody, whatever they pay: `bills at most 50`; \
    not `requires` the highest plan\n- Pro, and only on phones: `x requires pro`, and `x is off \
    when platform is web`; not `x requires pro when platform is not web`: then the web needs \
    nothing\n- not for people with Pro: `x requires not pro`; not `when not pro`: a condition is \
    about facts\n- until the end of March: `until 2026-04-01`: the end is outside; not `until \
    2026-03-31`\n- until a date that the app reports: `until 0 days after FACT`; not `until FACT`\n\
    - students: `fact student is yes or no, otherwise no`; not `is yes or no`: then a missing fact \
    denies\n- 400 credits for each seat: `400 for each of seats with team`; not `400 with team`: \
    one pot, however many seats\n- 100 credits that do not come back: `adds 100 to credits until \
    used up`; not `adds 100 to credits`: then every month has 100 more\n- a file has at most 5 MB: \
    `setting file-size is 5 MB`; not `files at most 5 MB`: that is the sum of all files\n- a week \
    of Pro for new users: `grant pro for 7 days after installed`; not `trial 7 days`: that begins \
    with a purchase\n- a new price for new buyers: the old product `not for sale`, and a new one; \
    not the old product taken away: then old purchases open nothing\n- open it to beta testers, \
    too: `x requires pro or beta`; not a second rule: it never opens what another denies\n\n\
    ```gate\ntiers free < plus\nfact platform is ios or web\nmeters guests, rooms\nguests at most \
    10\n  100 with plus\nrooms > 10 requires plus\nwidgets requires plus\nwidgets is off when \
    platform is web\n\nscenario \"the ladder ends, the plain limit does not\"\n  given plus, \
    guests 100, rooms 100\n  expect guests denied because limit-reached\n  expect rooms allowed \
    unlimited\nscenario \"Plus, and only on phones\"\n  given plus, platform is web\n  expect \
    widgets denied because off\n```\n\n#### A sentence that the language does not have\n\nBehind \
    `→` or `⇒` stands what to write instead of what somebody typed. A `|` stands for the end of a \
    line.\n\n```text\ncsv-export needs pro → csv-export requires pro\ncsv-export is free → \
    csv-export requires nothing\nonly pro can use csv-export → csv-export requires pro\ncsv-export \
    and dark mode require pro → csv-export and dark-mode require pro\ncsv-export requires pro and \
    platform is ios → csv-export requires pro when platform is ios\nbills <= 500 → bills at most \
    500\nbills at most 500|  pro: 1000 → bills at most 500|  1000 with pro\nbills at most 500|  \
    2000 with pro per month → bills at most 500|  2000 with pro\nbills at most 500|  1000 with \
    pro, unlimited with max → bills at most 500|  1000 with pro|  unlimited with max\nbills > 500 \
    in the last 30 days requires pro → bills > 500 per 30 days requires pro\nbills at most 5 per \
    user per day → bills at most 5 per day\ncsv-export requires pro when installed > 2026-01-01 → \
    csv-export requires pro when installed since 2026-01-01\ncsv-export requires pro when platform \
    in ios, android → csv-export requires pro when platform is one of ios, android\nfact student \
    is yes or no, default no → fact student is yes or no, otherwise no\nproduct team \"Team\"|  \
    grants max|  price $9.99 / mo → product team \"Team\"|  grants max|  price 9.99 USD per month\n\
    product team \"Team\"|  grants max|  price 10 USD lifetime → product team \"Team\"|  grants \
    max|  price 10 USD once\nbills > 500 requires pro|  reminder at 450 \"Only {left} left\" → \
    bills > 500 requires pro|  reminder at 450 \"Only {remaining} left\"\nscenario \"a\"|  given \
    pro-yearly|  expect bills allowed → scenario \"a\"|  given product pro-yearly|  expect bills \
    allowed\nscenario \"a\"|  expect bills not allowed → scenario \"a\"|  expect bills denied\n\
    always csv-export allowed if pro → always csv-export allowed with pro\n```\n\n\
    ## Targets and rights\n\n### Subjects\n\nThe subject names the targets of a rule.\n\n#### \
    Features, ranges and groups\n\nJoin them by `,` or `and`. `except` leaves some out.\n\n\
    ```gate\nfeatures csv-export, json-export, settings\nseries L1..L5\ngroup exports is \
    csv-export, json-export\nexports and L4..L5 require pro\neverything except settings requires \
    account\n\nscenario \"two rules are about csv-export, one about L1\"\n  given account\n  \
    expect L1 allowed because granted\n  expect csv-export, L4 denied because not-held\n  expect \
    settings allowed because ungated\n```\n\n`requires` and `require` mean the same.\n\nAfter \
    `except` may stand what stands before it: features, ranges and groups, joined by `,` or `and`. \
    All of the list is left out.\n\n#### A bare meter\n\nA meter without a comparison is a limit \
    of 0 that no allowance raises.\n\n```gate\nmeter pets\npets requires basic\n\nscenario \"not \
    even one\"\n  given pets 0\n  expect pets denied because limit-reached\nscenario \"what is \
    there may stay\"\n  given pets 3\n  expect pets adding 0 allowed\n```\n\n### Entitlements\n\n\
    An entitlement is a right that a user can have: from a purchase, as a gift, or from the policy \
    itself.\n\n```gate\nentitlements basic, advanced\nentitlement full \"Everything\" includes \
    basic and advanced\n  benefit \"Every course, also those to come\"\nL1..L8 requires basic\n\
    L9..L14 requires advanced\n\nscenario \"one of them\"\n  given basic\n  expect L1..L8 allowed \
    because granted\n  expect L9..L14 denied because not-held\nscenario \"full includes both\"\n  \
    given full\n  expect L1..L14 allowed because granted\n```\n\n- `entitlements A, B` declares \
    several, `entitlement A` one.\n- `includes` names the entitlements that come with it. A circle \
    is an error.\n- `benefit LABEL` is a text for paywalls. You may write several.\n\nEntitlements \
    are independent of tiers.\n\n### Series\n\nA series is a row of numbered features: lessons, \
    levels, chapters.\n\n```gate\nseries L1..L18 \"Lessons\"\nL1..L3 requires nothing\nL4..L8 \
    requires basic\nL9..L18 requires advanced\n\nscenario \"a range in a rule lies inside the \
    series\"\n  given basic\n  expect L1..L3 allowed because ungated\n  expect L4..L8 allowed \
    because granted\n  expect L9, L18 denied because not-held\n```\n\n`series L1..L18` declares \
    the features `L1` to `L18`. A range that is reversed, or that goes beyond its series, is an \
    error.\n\n### Groups\n\nA group is one name for several features.\n\n```gate\nfeatures \
    csv-export, database-export, cloud-sync, settings\nseries L1..L4\ngroup exports is csv-export \
    and database-export\ngroup paid is exports, cloud-sync, L3..L4\npaid requires pro\neverything \
    except paid requires nothing\n\nscenario \"a rule about a group is about each member\"\n  \
    expect exports, cloud-sync, L3, L4 denied because not-held\n  expect settings, L1, L2 allowed \
    because ungated\n```\n\nA group may contain groups and ranges. A circle is an error. \
    `everything` is the group of all features and all members of series. It contains no meters and \
    no settings; a rule about `everything` that leaves some of them open is a finding.\n\nA group \
    with a label is a section of the plan table: `group exports \"Exports\" is csv-export and \
    database-export`.\n\n#### Ask about a group\n\nA question about a group or a range is about \
    all its members at once. It is allowed if each member is.\n\n### Paid, not in a trial\n\n\
    `paid` before an entitlement asks for one that the user has paid for: a trial does not bring \
    it.\n\n```gate\ntiers free < pro < team\nproduct pro-monthly \"Pro\"\n  grants pro\n  price 12 \
    USD per month\n  trial 7 days\nproduct team-plan \"Team\"\n  grants team\n  price 20 USD per \
    month\nfeatures video, certificate\ngrant pro for 7 days after installed\nfact installed is a \
    date\nvideo requires pro\ncertificate requires paid pro\n\nscenario \"in the trial\"\n  given \
    product pro-monthly trial until 2026-01-08, verified 2026-01-01\n  expect video allowed\n  \
    expect certificate denied because in-trial unlocked by team-plan\nscenario \"paid for\"\n  \
    given product pro-monthly\n  expect certificate allowed because granted\nalways certificate \
    allowed with paid pro\nnever certificate allowed without paid pro\n```\n\nIt binds the one \
    name behind it. An entitlement is paid for if a purchase brings it, directly or with what \
    includes it, that counts and is not in a trial now. A `grant` statement brings nothing that is \
    paid for, and nobody pays for being in the first tier. `paid` stands wherever a requirement \
    stands: in rules, in the steps of ladders and settings, after `for sale with`, and in claims. \
    It is a name everywhere else.\n\n#### Several at once\n\n`paid (pro or team)` marks each name \
    in the parentheses. Of two names, only one with `paid`, nobody could tell what the other one \
    means; the message shows both readings. In parentheses of its own, `paid` says that it means \
    no more.\n\nA name behind `not` needs no `paid`: `paid pro and not banned`.\n\n\
    ## What a user is told\n\n### Messages\n\nThe user reads a `message` when a rule denies or \
    warns. `because` is for the people who maintain the policy.\n\n```gate shop.gate\ntiers free < \
    pro\nproduct annual \"Annual\"\n  grants pro\nbills > 500 requires pro\n  message \"The free \
    plan holds {limit} bills. {products} has no limit.\"\n  because \"Decided in March, after the \
    pricing survey\"\n```\n\n#### Placeholders\n\n- `{used}`, `{limit}`, `{remaining}`: the \
    numbers of the limit\n- `{requested}`: the requested amount\n- `{target}`: the label of the \
    target\n- `{products}`: the products to buy\n- `{resets}`: the time at which the counter falls \
    next, to 0 or by a step\n\nThe message of a rule is not shown while nobody knows whether the \
    rule fails. A sentence with a placeholder that has no value is left out; where it never has \
    one, TG0603 says so.\n\nThe figures are those before the ask that is denied: at 50 of 50, the \
    ask for one more says `{used}` 50. In the text of a reminder they are those after an allowed \
    ask.\n\nAny other placeholder is an error. Bytes and seconds are written as people read them, \
    such as 5 GB.\n\n### Prompts\n\nA prompt says how the app presents a denial.\n\n```gate \
    shop.gate\ncsv-export requires pro\n  prompt as paywall snooze 7 days\ncloud-sync requires \
    pro\n  prompt as banner not dismissible\npdf-export requires pro\n\nscenario \"dismissed three \
    days ago\"\n  given dismissed \"csv-export\" at 2025-12-29\n  expect csv-export denied snoozed \
    until 2026-01-05\n```\n\n`prompt as NAME` names the form: `paywall`, `banner`, or any name \
    that the app knows. The default is `prompt`. Its `snooze` replaces the one of the policy. With \
    `not dismissible`, the user cannot dismiss it.\n\n### Reminders\n\nA reminder tells a user \
    that a limit is near, or that something ends soon.\n\nWrite it below a limit. It begins at a \
    value, or at a percentage of the limit, rounded up. Below a ladder the percentage is of the \
    user's own limit.\n\n```gate\nbills > 500 requires pro\n  reminder at 450 gentle \"{remaining} \
    free bills left\"\n  reminder at 96% snooze 1 day\n  reminder at 500 prominent \"All {limit} \
    free bills are used\"\n\nscenario \"449 will stand\"\n  given bills 448\n  expect bills \
    allowed with no reminder\nscenario \"450 will stand\"\n  given bills 449\n  expect bills \
    allowed with reminder at 450\n```\n\n`gentle` or `prominent`, `snooze` and the text follow the \
    value in any order, each at most once. The figures in the text are those after an ask that is \
    allowed: with 39 of 50 used, the ask for one more says `{remaining}` 10. In a message they are \
    those before it.\n\nA reminder is `gentle` by default, or `prominent`. It is due at its value \
    and above. An app shows it until the user dismisses it. Then it stays away for its own \
    `snooze`, or else for the `snooze` of the policy.\n\n#### Before something ends\n\nWrite how \
    long before. The rule needs a requirement; a setting has one by itself.\n\n```gate\n\
    certificate requires pro\n  reminder 3 days before it ends gentle \"Your certificates end on \
    {ends}\"\nsetting history is 7 days\n  365 days with pro\n  reminder 1 week before it ends\n\n\
    scenario \"pro ends in three days\"\n  given pro until 2026-01-04\n  expect certificate \
    allowed ends 2026-01-04\n  expect history allowed ends 2026-01-04\nscenario \"pro ends \
    later\"\n  given pro until 2026-02-01\n  expect certificate, history allowed with no reminder\n\
    ```\n\nThe end is the first later time at which the target is worse: denied, only warned, or a \
    lower value. A purchase that the store renews does not end. Nor is it an end when news becomes \
    old or a counter begins anew. Of several reminders, the one nearest to the end is told, and it \
    goes before those of an amount. The id is `certificate@3 days before end`.\n\n### Snooze\n\n\
    `snooze` says how long a prompt or a reminder stays away after the user dismisses it.\n\n#### \
    For the whole policy\n\n```gate\nsnooze prompts for 24h\ncsv-export requires pro\nbills > 500 \
    requires pro\n  reminder at 450\n\nscenario \"dismissed this morning\"\n  given bills 460, \
    dismissed \"bills@450\" at 2025-12-31T08:00Z\n  given dismissed \"csv-export\" at \
    2025-12-31T09:00Z\n  expect bills allowed with reminder at 450 snoozed until \
    2026-01-01T08:00Z\n  expect csv-export denied snoozed until 2026-01-01T09:00Z\n```\n\nThe \
    decision still contains a snoozed prompt, with the time at which it comes back. The app does \
    not show it before that time. Without `snooze`, a dismissed prompt comes back at once.\n\n#### \
    Ids\n\nThe id of a prompt is the name of its target. The id of a reminder is `METER@QUANTITY` \
    as the reminder says it, `bills@450` or `bills@90%`, with a window `exports@3/day`. Report \
    them under `dismissed` in the snapshot.\n\n
    """
}
