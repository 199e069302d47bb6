// Written by `CatalogueTests` from `llms-full.txt`: never edit it.

extension LanguagePage {
  static let guide2 =
    """
    ## More about limits and prices\n\n### Products: Prices\n\n```gate\ntiers free < team < \
    company\nmeters seats, api-calls\nproduct team\n  grants team\n  price 8 USD or 58 CNY per \
    month for each of seats, at least 5\nproduct calls\n  adds 1000 to api-calls\n  price 0.01 USD \
    for each of api-calls\nproduct company\n  grants company\n  price on request\nexport requires \
    team\nseats > 3 requires team\napi-calls > 100 per day requires company\naudit requires \
    company\n```\n\nThe first price of a line orders the products in a decision. `--currency CNY` \
    shows the prices in that currency; a product without it keeps its first price.\n\nA price for \
    each of a meter in bytes or in time says how much of it: `for each GB of storage`, `for each \
    10 GB of storage`, `for each hour of calls`. Without a quantity it is the price of one byte, \
    and the linter asks. Prices for different quantities of one meter are ordered by what one unit \
    costs.\n\n`price 10 USD per month billed yearly` is `price 120 USD per year`, and people read \
    it as it is written; so are `billed every 6 months` and `billed every 2 years`.\n\n### \
    Products: Packs\n\nA pack is used up. The snapshot's own allowance has the packs: what was \
    left of them when the window began, and what was bought since. A purchase in the snapshot adds \
    nothing by itself, and a user may buy a pack again.\n\n```gate\nmeter credits\nproduct \
    credit-pack\n  adds 500 to credits until used up\n  price 5 USD once\ncredits > 1000 per month \
    is not allowed\n\nscenario \"1,300 are used in March\"\n  given credits 1300 per month, \
    credits allowance 500\n  expect credits allowed remaining 200\nscenario \"April begins, and \
    the allowance has what is left\"\n  given credits 0 per month, credits allowance 200\n  expect \
    credits allowed remaining 1200\n```\n\nWhen the window ends, what its own limit did not cover \
    is taken from the packs: 300 of the 1,300. All limits of such a meter have the same window; a \
    second one is an error. Without windows nothing begins anew, and the allowance is what was \
    bought in all.\n\n### Products: Trials and introductory prices\n\n```gate\ntiers free < pro\n\
    product monthly\n  grants pro\n  price 12 USD per month\n  trial 7 days\n  introductory price \
    6 USD per month for 3 months\nproduct yearly\n  grants pro\n  price 120 USD per year\n  \
    introductory price 60 USD per year\nexport requires pro\n\nscenario \"a trial was used up with \
    another product, and opens nothing more\"\n  given product monthly expired offer used\n  \
    expect export denied because expired\n```\n\nAn introductory price begins a price that renews. \
    It is paid for the period of that price, or for a part of it: for one period, or for as many \
    as `for` says. Without `per` it is paid once, ahead. It is in the currencies of the price, and \
    for each of the same meter. A trial comes first where both stand, and both count as one offer. \
    One that does not fit is an error.\n\nBoth are offered once: not to who has, or had, a trial \
    or an introductory price of this product, of one that grants one of the same entitlements, or, \
    for a tier, of any product with a tier. The plan table shows them to everybody. Ways to buy, \
    and their order, do not change.\n\n### Products: Who it is for sale to\n\nA product with `for \
    sale` is offered only to users for whom all of it is true now. A fact that the app does not \
    know offers nothing. Users who bought the product keep it.\n\nAfter `for sale` stands one of \
    `with` and `without`, then `from`, `until`, `when` and `unless`, in any order, each at most \
    once; all parts must be true. \"With standard and without pro\" is one requirement: `with \
    standard and not pro`.\n\n```gate\ntiers free < pro < max\nfact platform is ios, android or \
    web\nproduct pro\n  grants pro\nproduct upgrade \"Upgrade to Max\"\n  grants max\n  price 20 \
    CNY per year\n  for sale with pro when platform is not web\nreports require max\n\nscenario \
    \"the upgrade is for Pro users\"\n  given product pro, platform is ios\n  expect reports \
    denied unlocked by upgrade\nscenario \"others do not see it\"\n  given platform is ios\n  \
    expect reports denied unlocked by nothing\n```\n\n### Allowances\n\nAn allowance raises a \
    limit for one user: an add-on brings it, or a server sets it.\n\n#### Add-ons\n\nA product \
    that `adds` to a meter raises every limit of that meter. Two purchases raise it twice. It does \
    not open a rule about a bare meter.\n\n```gate\ntiers free < pro\nmeter storage in bytes\n\
    product extra-space\n  adds 10 GB to storage\n  price 3 USD per month\nproduct plan\n  grants \
    pro\nstorage > 5 GB requires pro\n\nscenario \"5 GB and twice 10 GB\"\n  given product \
    extra-space times 2, storage 24 GB\n  expect storage adding 1 GB allowed remaining 1 GB\n  \
    expect storage adding 2 GB denied because limit-reached\nscenario \"an add-on is a way in\"\n  \
    given storage 5 GB\n  expect storage denied unlocked by extra-space or plan\n```\n\n#### An \
    allowance of the app's own\n\nThe snapshot may give an allowance for any meter. It is added to \
    the allowances of add-ons.\n\n```gate\nstorage > 5 GB requires pro\n\nscenario \"a gift of 1 \
    GB\"\n  given storage 5 GB, storage allowance 1 GB\n  expect storage adding 1 GB allowed \
    remaining 1 GB\n```\n\n#### The whole limit from a server\n\n`> allowance` leaves the limit to \
    the snapshot. Without an allowance, the limit is the value after `otherwise`; without \
    `otherwise`, it is unknown. The first line of a ladder says it as `seats at most allowance \
    otherwise 3`.\n\n```gate\nmeters seats, projects\nseats > allowance is not allowed\nprojects > \
    allowance otherwise 3 is not allowed\n\nscenario \"the server says ten\"\n  given seats 9, \
    seats allowance 10, projects 3\n  expect seats allowed remaining 1\n  expect projects denied \
    because limit-reached\nscenario \"the server says nothing\"\n  given seats 9, projects 2\n  \
    expect seats denied because unknown-usage\n  expect projects allowed remaining 1\n```\n\n### \
    What a use takes\n\nA use may take an amount from a meter: credits for an image, hearts for a \
    lesson, one call out of a thousand.\n\nThe line begins like a rule, with features, ranges, \
    groups or a meter. Each amount names a meter that is declared, or that a limit is about. The \
    line below says who pays less. One line may name several meters: `image uses 4 credits and 1 \
    of calls`. A feature that uses something needs no other rule.\n\n```gate\ntiers free < pro < \
    team\nmeter credits\nfeatures image, video\nimage uses 4 credits\n  2 credits with pro\n  \
    nothing with team\nvideo uses 20 credits\ncredits at most 20 per month\n  500 with pro\n\n\
    scenario \"free: five images\"\n  given credits 16 per month\n  expect image allowed uses 4 \
    credits uses left 1\n  expect video denied because limit-reached\nscenario \"pro pays half\"\n \
     given pro, credits 16 per month\n  expect image allowed uses 2 credits\n```\n\n`1 credit` \
    means `1 credits`, where nothing else has the name `credit`. After a quantity with a unit of \
    the language, write `of`: `5 min of compute`.\n\n#### What is decided\n\nA use of the target \
    asks the target's own rules first, then all rules of the meters that it uses, for as much as \
    it takes. Of several lines about one target and one meter the greatest amount counts, not the \
    sum.\n\n```gate\nmeter credits\nfeature image\nfact quality is fast or fine\ncredits at most \
    10\nimage uses 1 credit\nimage uses 4 credits when quality is fine\n\nscenario \"fast\"\n  \
    given credits 9, quality is fast\n  expect image allowed uses 1 credit\nscenario \"fine\"\n  \
    given credits 9, quality is fine\n  expect image denied because limit-reached uses 4 credits\n\
    ```\n\n#### Steps\n\nA step has an amount of the same meter, or `nothing`, and what it needs. \
    `from`, `until`, `when` and `unless` may follow. Whoever meets one pays the least of the \
    amounts that they have.\n\n#### For each\n\nA meter may use another one. `for each` takes the \
    amount for each so many that are begun.\n\n```gate\nmeters tokens, credits\ntokens use 1 \
    credit for each 1_000\ncredits at most 10\n\nscenario \"1,500 tokens are two thousands that \
    are begun\"\n  given tokens 0, credits 8\n  expect tokens adding 1_500 allowed uses 2 credits\n\
    ```\n\nA meter that is used may not use another one, and no amount may depend on a meter that \
    it is taken from.\n\n### Beyond a limit, for money\n\nA limit may go on at a price: 500 \
    credits are part of the plan, and each one after that costs five cents.\n\n`then` stands below \
    a limit that is a comparison or a ladder, once for each meter.\n\n```gate\ntiers free < pro\n\
    product pro-monthly\n  grants pro\n  price 10 USD per month\nmeter credits\ncredits at most 20 \
    per month\n  500 with pro\n  then 0.05 USD for each credit with pro, at most 40 USD\n\n\
    scenario \"free: the limit is a wall\"\n  given credits 20 per month\n  expect credits denied \
    because limit-reached\nscenario \"pro: beyond 500 each one costs money\"\n  given pro, credits \
    500 per month\n  expect credits adding 3 warned because overage charged 0.15 USD\n```\n\n\
    Behind the price stands what it is for: `for each credit`, `for each 1_000`, `for each GB`. A \
    meter in bytes or in time needs a quantity. `with` says who may go on; without it everybody \
    may, and the linter warns. `at most 40 USD` pays for 800 more, and `at most 800 more` says it. \
    Prices in other currencies follow behind `or`; the first one is what is charged.\n\n#### What \
    is used, and what is held\n\nBelow a limit with a window the price has no period: it is paid \
    once for what is used in that window. Below a limit without one it has a period, for what is \
    held.\n\n```gate\ntiers free < pro\nmeter storage in bytes\nstorage at most 1 GB\n  100 GB \
    with pro\n  then 0.02 USD per month for each GB with pro\n\nscenario \"a gigabyte that is \
    begun is paid for\"\n  given pro, storage 100 GB\n  expect storage adding 1 warned because \
    overage charged 0.02 USD\n```\n\n#### What is decided\n\nWithin what is allowed more the rule \
    warns, as a soft one does: the use may go ahead, with the reason `overage`. The blocker has a \
    charge: how many are paid for, and the exact amount. A part that is begun is paid for once. \
    Beyond what is allowed more the rule denies as always.\n\nWhat is not known charges nothing. \
    Where the usage is missing, or the limit is not sure, the rule is unknown, and an unknown rule \
    denies. Where only the requirement behind `with` is unknown, so is the rule.\n\n`then` cannot \
    stand below `is not allowed`, below a limit that is `undecided`, or beside `soft`.\n\n### \
    Unused rolls over\n\nMinutes that were not used this month are there next month, for those who \
    pay for it.\n\n`unused rolls over` stands below a limit per day, week, month or year. It is a \
    clause of a comparison or a ladder.\n\n```gate\ntiers free < pro\nproduct pro-monthly\n  \
    grants pro\n  price 10 USD per month\nmeter minutes\nminutes at most 100 per month\n  400 with \
    pro\n  unused rolls over with pro, at most 800 carried\n\nscenario \"40 minutes were left last \
    month\"\n  given pro, minutes 439 per month carried 40\n  expect minutes allowed remaining 1\n\
    scenario \"who left pro has nothing carried\"\n  given minutes 100 per month carried 40\n  \
    expect minutes denied because limit-reached\n```\n\n`with` says whose unused amounts roll \
    over; without it, everybody's do. `at most 800 carried` ends it in the meter's unit, and `at \
    most 25% carried` is a share of the user's limit with what products add. Without either, all \
    that is unused is carried.\n\n#### What is decided\n\nThe limit is raised by what was carried, \
    by at most the end that the clause names, if the user surely meets the requirement now. In the \
    quota `limit` includes it, and `carried` says how much it is. A price beyond the limit begins \
    behind it. Conditions such as `when minutes >= 50 per month` do not see it.\n\nWhere it \
    `resets`, nothing is carried from then on; each later step of `then` has its own `carried`. A \
    scenario gives it behind the window: `given minutes 12 per month carried 40`.\n\n#### Limits\n\
    \nOnly windows that follow the calendar or the subscription have a next one; windows that \
    roll, or begin with the first use, carry nothing. One rule about a counter may have the \
    clause, and then no other limit counts the same: write one ladder with a line for each plan. \
    Both are `TG0046`.\n\n### For each of\n\nA team of four gets four times as much, without a \
    line for each size.\n\nBehind a quantity stands what it is for: a meter that is sold, or a \
    number fact.\n\n```gate\ntiers free < team\nproduct team-plan\n  grants team\n  price 20 USD \
    per month for each of seats, at least 3\nmeters seats, credits\ncredits at most 20 per month\n \
     400 for each of seats with team\n\nscenario \"four seats have 1,600 credits\"\n  given \
    product team-plan times 4, credits 1_599 per month\n  expect credits allowed remaining 1\n\
    scenario \"one seat more brings 400 more\"\n  given product team-plan times 4, credits 1_600 \
    per month\n  expect credits denied unlocked by team-plan\n```\n\nThe quantity of `at most`, of \
    a step below it, and the values of a setting may be for each of something. Conditions, \
    reminders, `allowance` and `undecided` may not, and a comparison with `>` may not.\n\n#### How \
    many\n\nOf a meter, the number is how many are *bought*: the quantities of all purchases that \
    count now, of products with a price `for each of` it. It is not how many are used. Of a fact, \
    it is the value that the app reports.\n\nA number above 1,000,000 counts as that. A number \
    that is missing is unknown, and so is the quantity: no limit is told then, and nothing opens \
    that the number would have to open. A setting has the value that is surely had.\n\n#### Buying \
    more\n\nA first purchase brings the least number that the product sells (`at least 3`, else \
    1); who has it may buy one more. So a decision offers the product again, and says whether that \
    is enough.\n\n#### Limits\n\nAll quantities of one counter, or of one setting, are for each of \
    the same thing. A meter that no price counts, and a fact that is no number, is `TG0047`.\n\n\
    ### Meters: Counters that fall step by step\n\nA window may roll: each use falls out after the \
    window's length. Then the app reports how the counter falls if nothing is used. The steps are \
    in order of time, and none is more than the one before; at most 1,000 are possible. `resets` \
    is a fall to 0, so it cannot be beside them.\n\n```gate\nmeter messages\n  windows roll\n\
    messages > 40 per 3 hours requires plus\n\nscenario \"some messages fall out at ten\"\n  given \
    messages 40 per 3 hours then 28 at 2026-06-01T10:00Z then 0 at 2026-06-01T11:00Z\n  at \
    2026-06-01T09:00Z\n  expect messages denied because limit-reached until 2026-06-01T10:00Z\n\
    ```\n\n### Meters: How a meter is counted\n\nThese clauses are for whoever counts. The engine \
    itself reads counters only, so no outcome depends on them.\n\n```gate\nmeters files, comments\n\
      counted per team\n  windows follow the subscription\nmeter hearts\n  refills 1 every 30min\n\
    meter scans\n  counted for ever\nscans > 100 requires pro\nfiles > 3 requires pro\ncomments > \
    10 per month requires pro\nhearts > 5 requires pro\n```\n\n- `windows follow the calendar`: \
    begin at the user's midnight, Monday, the first of the month (the default)\n- `windows begin \
    at 20:00 in \"Asia/Shanghai\"`: the days, weeks, months and years begin at this time of day; \
    the plan table says so\n- `windows follow the subscription`: begin when the present \
    subscription began\n- `windows begin with the first use`: begin with the first use\n- `windows \
    roll`: each use falls out after the window's length\n- `refills 1 every 30min`: falls by 1 \
    every 30 minutes; not beside windows\n- `counted for ever`: is past and cannot be taken away: \
    the decision never asks to delete some of it\n- `counted per team`: belongs to a team: the app \
    reports the usage of the team at hand\n\n`windows begin at` names a time zone of the IANA \
    database; without `in` it is the one of the user. It goes with `windows follow the calendar` \
    only, and hours and minutes run on as they do.\n\nAny word may stand after `counted per`: a \
    workspace, a project, a device. It needs no declaration.\n\nA meter has one `windows` clause, \
    for all its windows: with `windows roll`, its hour and its day both roll. For two kinds of \
    windows, declare two meters, and let the app count each use on both.\n\n### Running use\n\nA \
    use that began while it was allowed may finish.\n\n```gate\ncloud-sync requires pro\n  running \
    use may finish\n\nscenario \"pro has ended during the sync\"\n  given pro until 2025-12-31\n  \
    expect cloud-sync continuing allowed\n  expect cloud-sync denied because expired\n```\n\nThe \
    app reports that a use is still running; the command `check` says `--continuing`. Rules with \
    this clause let it pass. Every other rule about the target still counts.\n\n### Trust in \
    purchase data\n\n`trust snapshots for` says how old purchase data may be before it counts as \
    unknown.\n\n```gate\ntrust snapshots for 24h\ncsv-export requires pro\n\nscenario \"confirmed \
    an hour ago\"\n  given pro, verified 2025-12-31T23:00Z\n  expect csv-export allowed because \
    granted until 2026-01-01T23:00Z\nscenario \"confirmed a day ago: the store must be asked \
    again\"\n  given pro, verified 2025-12-31\n  expect csv-export denied because stale\n```\n\n\
    ## Text\n\n### Text and names\n\nA policy is a text file of lines, comments and names.\n\n#### \
    Lines\n\nA file is UTF-8 text. A line is a *statement*, or a *clause* that belongs to the \
    nearest statement above it. Indentation has no meaning; `tollgate fmt` indents clauses by two \
    spaces. `#` starts a comment.\n\nA line continues on the next line if it ends in `,`, `and` or \
    `or`, or inside a parenthesis.\n\n```gate\n# The free plan has its limits.\ncsv-export, \
    json-export and\n  pdf-export require pro  # three features, one rule\n  message \"This needs \
    Pro.\"\n\nscenario \"each of the three\"\n  expect csv-export, json-export, pdf-export denied \
    because not-held\n```\n\n#### Names\n\nA name begins with a letter of any script. Letters, \
    digits, `-` and `_` may follow, and a `.` between two of them. Upper and lower case are \
    different: `Pro` is not `pro`. A name that begins with a digit is written in backquotes.\n\n\
    ```gate\n账单 > 500 requires 专业版\napp.export_2 requires 专业版\n`2fa` requires 专业版\n\nscenario \"a \
    name is a name in every script\"\n  given 账单 500\n  expect 账单 denied because limit-reached\n\
    ```\n\n#### A word of the language as a name\n\nA few words are part of the language. To use \
    one as a name, write it in backquotes.\n\n```gate\nfeature `price`\n`price` requires pro\n```\n\
    \n### Quantities and instants\n\nNumbers, sizes, durations, percentages, dates and money. All \
    of them are exact.\n\n#### Quantities\n\n- number: `500`, `10_000`\n- size, decimal: `5 GB`, \
    `1.5 GB`; `B KB MB GB TB`\n- size, binary: `5 GiB`; `KiB MiB GiB TiB`\n- duration: `30s`, \
    `15min`, `24h`, `1 day`, `7 days`, `2 weeks`\n- months: `1 month`, `3 months`, `1 year`\n- \
    percentage: `90%`\n\nUse a size for a meter in bytes and a duration for a meter in seconds. A \
    bare number has the unit of its meter. A quantity that is too large, or not a whole number of \
    its unit, is an error.\n\nThousands are not separated, but `_` may stand between digits, and \
    decimals follow a `.`. A number that people read in two ways is an error, and the message \
    offers both: `1.000` and `1,000` may mean 1000 or 1.\n\n```gate\nmeter storage in bytes\n\
    storage > 1.5 GB requires pro\n\nscenario \"sizes are bytes\"\n  given storage 1_500_000_000\n \
     expect storage denied because limit-reached\n```\n\n#### Months\n\nMonths are those of the \
    calendar in UTC, and a year is twelve. They stand where something is counted from a date \
    (`from 3 months after installed`), in settings, in a `trial` and in the period of a price. A \
    month after 31 January is the last day of February. After one date, either months or durations \
    are counted, not both.\n\n#### Instants\n\n`2026-03-01` is midnight UTC. A time may follow: \
    `2026-03-01T08:00Z`, `2026-03-01T08:00:30+08:00`. The smallest unit is the millisecond. An \
    interval contains its beginning and not its end.\n\n```gate\ntoolbox requires pro from \
    2026-03-01T08:00+08:00 until 2026-04-01\n\nscenario \"the last instant before it\"\n  at \
    2026-02-28T23:59:59.999Z\n  expect toolbox allowed\nscenario \"its first instant\"\n  at \
    2026-03-01\n  expect toolbox denied until 2026-04-01\n```\n\n#### Money\n\nAn amount is an \
    exact decimal with an ISO 4217 code: `59.99 TRY`. It has no more decimals than the currency, \
    so `1.200 USD` is an error; only a price for each use may have up to four.\n\n### Undeclared \
    names\n\nA policy may use names without declaring them, as long as it declares no name of that \
    kind.\n\n#### One line is a policy\n\n```gate\nbills > 500 requires pro\nL9..L14 requires \
    advanced or full\n\nscenario \"bills is a meter, the others are entitlements\"\n  given bills \
    500, full\n  expect bills denied because limit-reached\n  expect L9..L14 allowed because \
    granted\n```\n\nIn a subject, a name is a feature. A name that is compared with a quantity is \
    a meter. In a requirement, a name is an entitlement.\n\n#### As soon as one is declared, all \
    are\n\nThe kinds are features, meters, entitlements, products and facts. After one declaration \
    of a kind, every undeclared name of that kind is an error, and the message suggests the \
    nearest name.\n\nA `series` declares features. A name has one kind; only a product may share \
    its name with something else.\n\n#### In conditions\n\nIn a condition, a name alone must be a \
    declared yes-or-no fact.\n\n### Several files\n\n`use` adds the statements of another file to \
    a policy. A long policy reads better in parts: one file for plans and prices, one for \
    features, one for each team.\n\n```gate prices.gate\ntiers free < pro\n\nproduct annual\n  \
    grants pro\n  price 12 CNY per year\n```\n\n```gate shop.gate\npolicy Shop\nuse \
    \"prices.gate\"\n\nmeter bills\nbills > 500 requires pro\n\nscenario \"a free user is stopped \
    at the 501st bill\"\n  given bills 500\n  expect bills denied because limit-reached unlocked \
    by annual\n```\n\n#### One policy\n\nAll files are one policy. A name that one file declares \
    is known in all of them, and what may be declared once may be in one of them. As soon as one \
    file declares a feature, every file has to use declared features. A clause belongs to a \
    statement of its own file.\n\nOnly the file that you begin with may say `policy`, `trust` or \
    `snooze`. For lists and ties that follow the order of the source, a file is where it is used \
    first. Files may use each other, and each counts once.\n\n\
    ## Decisions\n\n### Outcomes\n\nThe outcome of a decision is allowed, warned or denied.\n\n\
    #### All rules must hold\n\nA rule holds if it does not apply, or if the user meets its \
    requirement. A target is allowed if all rules about it hold.\n\n#### Three values\n\nA rule is \
    true, false or unknown. If one rule is false or unknown, the target is not allowed: unknown is \
    never allowed. If every failing rule is soft, the outcome is `warned`, and the use may go \
    ahead.\n\n#### Why it is allowed\n\n- `granted`: a rule requires something, and the user has \
    it\n- `within-limit`: a limit of the meter applies to this user, and the use stays within it\n\
    - `ungated`: neither\n\nThe same evaluation gives the answer and its explanation.\n\n### \
    Reasons\n\nA reason says why a use is denied. Each failing rule has one.\n\n#### All reasons\n\
    \nThe reason of a failing rule is the first in this table that fits.\n\n- `overage`: the rule \
    only warns: the use goes beyond its limit for money\n- `stale`: the rule would hold if the \
    purchase data were fresh\n- `unknown-usage`: the app did not report a counter\n- \
    `unknown-fact`: the app did not report a fact, or the user's id\n- `off`: nobody may use the \
    target\n- `undecided`: nobody has decided the number of the limit yet\n- `on-hold`: the rule \
    would hold if the user fixed a payment\n- `pending`: the rule would hold if a pending purchase \
    were paid\n- `limit-reached`: the limit is reached\n- `revoked`: the purchase was refunded or \
    revoked\n- `expired`: the purchase has ended\n- `excluded`: the user has something that the \
    rule forbids\n- `in-trial`: the user has it in a trial, and the rule asks for what is paid\n- \
    `not-held`: the user does not have what the rule requires\n\nA name that the policy does not \
    know is denied as `undeclared`.\n\n### What a user has\n\nThis page says when an entitlement \
    counts.\n\n#### Three sources\n\nA user has an entitlement if it is the first tier, if a grant \
    of the snapshot gives it, or if a `grant` statement of the policy gives it. One grant is \
    enough.\n\n#### States of a purchase\n\n- `active`, `trial`, `grace`, `cancelled`: access from \
    its start until its end\n- `hold`, `paused`, `pending`, `expired`, `refunded`, `revoked`: no \
    access\n- any other: no access\n\nIf its product has `grace D`, a purchase in the state \
    `active`, `cancelled`, `hold` or `expired` counts for D after its end. A trial has no grace.\n\
    \n#### Purchases of the family\n\nA purchase of a family member counts only if the product is \
    `shared with family`.\n\n### Time\n\nTollgate decides for the present time, and it does not \
    trust a clock that goes back.\n\n#### Now never goes back\n\nNow is the latest of three: the \
    time of the ask, the time at which purchases were confirmed, and the latest time seen. Setting \
    a clock back extends nothing.\n\nIf the clock is more than five minutes behind, the decision \
    has the flag `clock-behind`, and `refresh` is a way in.\n\n### Stale purchase data\n\nPurchase \
    data is stale if the store confirmed it too long ago.\n\n#### Effect\n\nWith `trust snapshots \
    for D`, purchase data is stale at the age D. Data without a time of confirmation is stale, \
    too. Then every grant that would count is unknown, and so is the allowance that it brings.\n\n\
    Staleness adds no grants: a free user stays a free user, and the decision does not ask to \
    refresh.\n\n### Ways in\n\nA way in is a step that opens a denied target, or ends a warning.\n\
    \n#### A way in must meet all rules\n\nA step that meets one failing rule and not the others \
    is not a way in.\n\n#### The kinds, in this order\n\n- `refresh`: data is missing or stale, or \
    the clock is behind: report what is missing, or ask the store again\n- `fix-payment`: fix the \
    payment for a product that is on hold\n- `buy`: buy a smallest set of products; sets with the \
    fewest products come first\n- `trial-ends`: wait until a trial ends that renews, and is paid \
    for from then on\n- `wait`: wait until the first time at which the target opens by itself\n- \
    `reduce`: use less, by the smallest amount that is enough by itself; not of a meter that is \
    `counted for ever`\n\n### Quota\n\nThe quota says how much of a meter a user may use, how much \
    is used and how much is left.\n\n#### The tightest limit\n\nBeside a denial, the quota is that \
    of the limit that denies. Otherwise, of the limits that apply to this user, the quota shows \
    the one with the smallest rest. A user who has what every limit requires has no limit.\n\n### \
    Valid until\n\nEach answer says until when it is valid.\n\n#### The first different answer\n\n\
    It is the first instant at which the answer would be different, and it is exact. It takes into \
    account everything that changes with time: the ends of purchases, grace, rules with dates, \
    counters that start again, and data that becomes stale.\n\n\"For ever\" means: until the \
    user's data changes.\n\n\
    ## Commands\n\n### Commands for a change\n\nSix commands that an author needs, in the order of \
    a change.\n\n- `tollgate fmt FILE`: writes every line in one form; with `--check` it only says \
    whether it would\n- `tollgate lint FILE`: does it compile, and does it say what was meant? \
    each mistake has its place and a fix; `--fix` applies the safe ones\n- `tollgate test FILE`: \
    do the scenarios pass, and do the claims hold? `--coverage` shows what has no scenario, \
    `--suggest` writes the missing ones\n- `tollgate check FILE TARGET`: may this user? with \
    `--using`, `--has`, `--bought`, `--fact`, `--subject`, `--at`, and `--adding` or `--reaching`; \
    `explain` names the rules, too\n- `tollgate table FILE`: what does the price list look like?\n\
    - `tollgate diff OLD NEW`: who gains and who loses what? `--fail-on loss` ends with status 1 \
    if somebody loses\n\nStatus 0 is clean, passed or allowed; 1 a failure, or a denial of \
    `check`; 2 a policy that does not compile; 64 a wrong option or name. `tollgate explain \
    TG0301` explains a finding, and `tollgate help check` an option. A comment `# allow TG0206: \
    REASON` behind a line, or above it, allows that finding there.\n\n```gate shop.gate\ntiers \
    free < pro\nproduct annual \"Annual plan\"\n  grants pro\n  price 12 CNY per year\nmeter \
    bills\nbills > 500 requires pro\n\nalways bills allowed with pro\n\nscenario \"the 500th bill \
    is free, the 501st is not\"\n  given bills 499\n  expect bills allowed\n  expect bills adding \
    2 denied because limit-reached unlocked by annual\n```\n\n```console\n$ tollgate lint \
    shop.gate\nno findings in 1 file\n$ tollgate test shop.gate\n1 scenario and 1 claim, 3 asks \
    passed in 1 file\n$ tollgate check shop.gate bills --using bills=500 --at 2026-03-01 | head \
    -5\nLocked: bills: the limit of 500 is reached [limit-reached]\n  500 of 500 used, none left\n\
    \nWays in\n  1. buy Annual plan (annual): 12 CNY per year\n$ sed 's/bills > 500/bills > 300/' \
    shop.gate > next.gate && tollgate diff shop.gate next.gate | head -7\nfree\n  bills: 500 → \
    300\n\nbills\n  loses: bills 301 to 500, without pro\n    line 6 said `bills > 500 requires \
    pro`; line 6 now says `bills > 300 requires pro`\n    for example a free user with 300 bills, \
    who wants one more: allowed before (within-limit), denied now (limit-reached)\n```\n
    """
}
