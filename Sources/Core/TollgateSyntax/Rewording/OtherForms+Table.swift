extension OtherForm {
  // Each row has what people write, and behind `~>` how the language says it. Of a word with `¦`
  // each piece will do, an empty one stands for none. `?` marks an example with a blank to fill,
  // `⏎` a new line, and `<product>` a clause that stands below a product. Names in braces are
  // holes; of those the policy knows, `^e` is what lies beyond the entitlement `e`, `0`, `T` and
  // `M` are its first, second and last tier, `d` its date, `G` what the product above grants and
  // `N` a name for one with the period `y`, `n` one less than `q` and `L` the limit without it.

  static let table = named + open

  /// Rows about names that the policy declares.
  static let named = """
    <scenario> {s} is¦are¦ allowed¦ok¦unlocked¦available ~> expect {s} allowed
    <scenario> {s} is¦are¦ denied¦locked¦blocked¦forbidden ~> expect {s} denied
    <scenario> then {s} is¦are¦ allowed¦ok¦unlocked¦available ~> expect {s} allowed
    <scenario> then {s} is¦are¦ denied¦locked¦blocked¦forbidden ~> expect {s} denied
    <scenario> given no¦nothing plan¦subscription¦entitlement¦product¦purchase¦tier¦ ~> given {0}
    <scenario> expect can¦user¦may can¦may¦ use¦access¦ {f} ~> expect {f} allowed
    <scenario> expect cannot¦can't use¦access¦ {f} ~> expect {f} denied
    <scenario> expect {s} {q} left¦remaining ~> expect {s} allowed remaining {q}
    <product> {e} ~> grants {e}
    <product> grants¦includes¦unlocks all¦everything ~> grants {M}
    <product> {k} {q} ~> adds {q} to {k}
    <product> {k} : {q} ~> adds {q} to {k}
    <product> {q} more¦extra¦additional {k} ~> adds {q} to {k}
    <product> not for sale after¦from¦since {i} ~> for sale until {i}
    <product> not for sale before¦until {i} ~> for sale from {i}
    <product> only for¦to {b} ~> for sale when {b}
    <product> monthly¦month :¦ {q} ~> price {q} per month
    <product> yearly¦annually¦year :¦ {q} ~> price {q} per year
    <product> price {q} per {x} ,¦and¦or¦/¦; {Q} per {y} ~> price {q} per {x} ⏎ product {N} ⏎ grants {G} ⏎ price {Q} per {y}
    <product> trial {q} ~> trial {q} days
    <rule> reminder when¦at¦if¦after¦for¦ {q} left¦remaining¦before¦under limit¦the¦ limit¦ ~> reminder at {L}
    <rule> warn¦remind¦notify¦alert¦reminder when¦at¦if¦after¦for¦ {q} {k} left¦remaining ~> reminder at {L}
    <rule> warn¦remind¦notify¦alert at {q} and¦,¦or {Q} ~> reminder at {q} ⏎ reminder at {Q}
    <rule> soft for {q} ~> ? soft until 2026-04-01
    <rule> else¦otherwise unlimited with¦for {e} ~> unlimited with {e}
    <rule> {e} has¦have¦gets¦get no limit¦limits ~> unlimited with {e}
    <rule> {e} is¦: unlimited¦∞¦infinite ~> unlimited with {e}
    <rule> with¦for {e} at¦up most¦to {q} ~> {q} with {e}
    {f} is¦are not available¦allowed¦included¦accessible¦possible¦enabled¦open¦there¦visible for¦to¦in¦with¦on {e} ~> {f} requires {^e}
    {f} not¦isn't available¦allowed¦included¦accessible¦possible¦enabled¦ for¦to¦in¦with¦on {e} ~> {f} requires {^e}
    {f} is¦are not for¦in¦with {e} ~> {f} requires {^e}
    {f} is¦are¦ locked¦hidden¦disabled¦unavailable¦blocked¦off¦forbidden¦denied for¦to¦in¦with¦on {e} ~> {f} requires {^e}
    {e} cannot¦can't¦mustn't use¦access¦see¦have¦open¦ {f} ~> {f} requires {^e}
    {e} can¦may¦must¦do¦does not use¦access¦see¦have¦get¦open¦ {f} ~> {f} requires {^e}
    {e} can¦don¦doesn ' t use¦access¦see¦have¦get¦open¦ {f} ~> {f} requires {^e}
    deny¦block¦disable¦forbid¦hide¦lock¦revoke¦no¦never {f} for¦to¦from¦in¦with {e} ~> {f} requires {^e}
    {f} is¦are off¦locked¦hidden¦disabled¦unavailable¦blocked except¦but¦unless for¦with¦in¦ {e} ~> {f} requires {e}
    {f} :¦=¦==¦,¦;¦?¦->¦=>¦→¦-¦| {e} ~> {f} requires {e}
    {e} :¦=¦==¦;¦->¦=>¦→¦- {f} ~> {f} requires {e}
    {f} requires¦require¦needs¦:¦=¦is¦-> :¦ [¦(¦{ {e} ,¦/ {g} ]¦)¦} ~> {f} requires {e} or {g}
    {f} :¦=¦-> {e} ,¦/¦or {g} ~> {f} requires {e} or {g}
    {f} requires¦require¦needs¦:¦= one¦any¦either of {e} ,¦/¦or {g} ~> {f} requires {e} or {g}
    {f} requires¦require¦needs¦:¦= all¦both of¦ {e} ,¦/¦and {g} ~> {f} requires {e} and {g}
    allow¦permit¦enable¦unlock¦select {f} for¦if¦with¦when¦to¦where¦from¦only {e} ~> {f} requires {e}
    permit¦allow ( principal in¦==¦: {e} , action {x} , resource ==¦in¦: {f} ) ~> {f} requires {e}
    permit¦allow ( principal in¦==¦: {e} , action , resource ==¦in¦: {f} ) ~> {f} requires {e}
    forbid¦deny ( principal in¦==¦: {e} , action , resource ==¦in¦: {f} ) ~> {f} requires {^e}
    =¦ if ( {e} ,¦; {f} ) ~> {f} requires {e}
    =¦ if ( {e} ,¦; {f} ,¦; {x} ) ~> {f} requires {e}
    只有¦仅¦仅限 {r} 可以¦能¦才能¦可 使用¦用¦访问¦ {s} ~> {s} requires {r}
    {s} is¦are only available¦enabled¦allowed¦there¦ in¦on¦for¦if¦when {c} ~> {s} is off unless {c}
    {s} is¦are free¦open in¦on¦for¦if¦when {h} ~> ? {s} requires {T} unless {h}
    {s} is¦are free¦open in¦on¦for¦if¦when {c} ~> ? {s} requires {T} unless {c}
    {s} requires {r} for users¦those¦people¦accounts¦customers who¦that¦with¦ {c} ~> {s} requires {r} when {c}
    {s} requires {r} except¦but¦excluding¦without for¦ {f} ~> {s} except {f} requires {r}
    {s} for¦is¦requires¦on on¦for¦ {q} of users ~> rollout {s}-rollout is {q} of users ⏎ {s} is off unless in {s}-rollout
    rollout {f} :¦=¦at¦to¦for¦is¦ {q} of¦ users¦ ~> rollout {f}-rollout is {q} of users ⏎ {f} is off unless in {f}-rollout
    @ can¦may¦gets¦get¦has¦have¦:¦is¦= have¦use¦create¦save¦make¦ up¦at¦max¦only¦ to¦most¦ {q} {k} ~> {k} at most {q}
    @ can¦may¦gets¦get¦has¦have¦:¦is¦= have¦use¦create¦save¦make¦ up¦at¦max¦only¦ to¦most¦ {q} {k} per¦a¦each¦every¦/ {x} ~> {k} at most {q} per {x}
    @ can¦may¦gets¦get¦has¦have¦: have¦use¦ {q} {k} and¦,¦;¦but {e} can¦may¦gets¦get¦has¦have¦: have¦use¦ {Q} {k} ~> {k} at most {q} ⏎ {Q} with {e}
    @ can¦may¦gets¦get¦has¦have¦: have¦use¦ {q} {k} and¦,¦;¦but {e} can¦may¦gets¦get¦has¦have¦: have¦use¦ {Q} ~> {k} at most {q} ⏎ {Q} with {e}
    {q} {k} for¦with¦in @ and¦,¦;¦but {Q} for¦with¦in {e} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} is¦are¦has¦have¦ limited¦capped¦max¦at¦maximum¦restricted¦limit¦: to¦at¦most¦of¦ {q} for¦with¦on¦in @ ~> {k} at most {q}
    {k} : is¦max¦limit¦maximum¦limited¦ to¦ {q} ~> {k} at most {q}
    {k} is¦are max¦maximum¦limit¦limited {q} ~> {k} at most {q}
    {k} 每天¦每日 最多¦不超过¦ {q} 次¦个¦ ~> {k} at most {q} per day
    {k} 每月 最多¦不超过¦ {q} 次¦个¦ ~> {k} at most {q} per month
    每天¦每日 最多¦不超过¦ {q} 次¦个¦ {k} ~> {k} at most {q} per day
    最多¦höchstens¦maximal {q} 个¦ {k} ~> {k} at most {q}
    höchstens¦maximal¦max {q} {k} pro¦im {x} ~> {k} at most {q} per {x}
    unlimited¦infinite {k} for¦with¦if¦in {e} ~> ? {k} at most 10 ⏎ unlimited with {e}
    {e} can¦may¦gets¦get¦has¦have¦: have¦use¦create¦ unlimited¦infinite {k} ~> ? {k} at most 10 ⏎ unlimited with {e}
    {e} can¦may¦gets¦get¦has¦have¦: have¦use¦create¦ up¦at¦max¦ to¦most¦ {q} {k} ~> ? {k} at most 10 ⏎ {q} with {e}
    if¦when¦wenn¦falls {k} is¦are¦ over¦above¦more¦greater¦exceeds¦exceed¦> than¦ {q} then¦,¦dann¦ requires¦require¦needs¦need {r} ~> {k} > {q} requires {r}
    if¦when¦wenn¦falls {k} is¦are¦ over¦above¦more¦greater¦exceeds¦exceed¦> than¦ {q} then¦, {e} ~> {k} > {q} requires {e}
    after¦above¦over¦beyond¦past¦ab {q} {k} ,¦ {e} is¦ required¦needed¦nötig ~> {k} > {q} requires {e}
    after¦above¦over¦beyond¦past {q} {k} ,¦ requires¦require¦needs¦need {r} ~> {k} > {q} requires {r}
    from¦ab {q} {k} ,¦ {e} is¦ required¦needed¦nötig ~> {k} >= {q} requires {e}
    more¦greater than {q} {k} :¦->¦=>¦for¦with¦only only¦ for¦with¦ {e} ~> {k} > {q} requires {e}
    feature {f} requires¦require¦needs¦is¦:¦= {e} ~> {f} requires {e}
    feature {w} requires¦require¦needs¦:¦=¦for {e} ~> feature {w} ⏎ {w} requires {e}
    product {w} :¦=¦is¦grants¦gives¦includes¦contains¦->¦unlocks¦for {e} ~> product {w} ⏎ grants {e}
    product {w} {t} :¦=¦is¦grants¦gives¦includes¦contains¦->¦unlocks¦for {e} ~> product {w} {t} ⏎ grants {e}
    product {w} :¦=¦costs¦price¦for¦at {q} per¦/¦a {x} ~> ? product {w} ⏎ grants {M} ⏎ price {q} per {x}
    meter {k} :¦at¦max¦limit most¦ {q} ~> {k} at most {q}
    meter {w} :¦at¦max¦limit¦limited most¦to¦ {q} ~> meter {w} ⏎ {w} at most {q}
    meter {w} :¦at¦max¦limit¦limited¦ most¦to¦ {q} per¦a¦/ {x} ~> meter {w} ⏎ {w} at most {q} per {x}
    meter {w} per¦a¦/ {x} ~> ? meter {w} ⏎ {w} at most 10 per {x}
    grant¦give¦gift {e} to¦for everyone¦everybody¦all¦users¦@ until {i} ~> grant {e} until {i}
    grant¦give {e} until {i} to¦for everyone¦everybody¦all¦users ~> grant {e} until {i}
    grant¦give {e} to¦for¦if all¦ {b} users¦testers¦accounts¦customers¦ ~> grant {e} when {b}
    {e} never can¦may¦will¦should¦ use¦access¦have¦get¦gets¦see¦open {f} ~> never {f} allowed without {^e}
    {e} can¦may¦will¦should never use¦access¦have¦get¦see¦open {f} ~> never {f} allowed without {^e}
    {e} always can¦may¦will¦ use¦access¦have¦has¦gets¦get¦see¦open {f} ~> always {f} allowed with {e}
    {e} can¦may¦will always use¦access¦have¦get¦see¦open {f} ~> always {f} allowed with {e}
    {f} is¦are¦must¦can¦should never be¦ allowed¦available¦open¦used¦accessible without {e} ~> never {f} allowed without {e}
    {f} is¦are¦must¦can¦should never be¦ allowed¦available¦open¦used¦accessible for¦with¦to¦by¦in {e} ~> never {f} allowed without {^e}
    {f} is¦are¦must¦should always be¦ allowed¦available¦open¦accessible for¦with¦to¦by¦in {e} ~> always {f} allowed with {e}
    nobody¦no-one without {e} can¦may¦should use¦access¦have¦see¦open {f} ~> never {f} allowed without {e}
    nobody¦no-one can¦may use¦access¦have¦see¦open {f} without {e} ~> never {f} allowed without {e}
    never can¦may {e} use¦access¦have¦see¦open {f} ~> never {f} allowed without {^e}
    never let¦allow {e} to¦ use¦access¦have¦see¦open {f} ~> never {f} allowed without {^e}
    never allow¦open¦give {f} to¦for¦with {e} ~> never {f} allowed without {^e}
    never allow¦open¦give {f} without {e} ~> never {f} allowed without {e}
    never {f} for¦with¦to¦in {e} ~> never {f} allowed without {^e}
    {b} users¦testers¦accounts¦ get¦gets¦have¦has {e} ~> grant {e} when {b}
    everyone¦everybody¦all¦new¦every¦each new¦user¦users¦customers¦ users¦user¦customers¦ gets¦get¦has¦have {e} free¦ free¦ for free¦ {q} free¦ ~> grant {e} for {q} after {d}
    everyone¦everybody¦all¦new¦every¦each new¦user¦users¦customers¦ users¦user¦customers¦ gets¦get¦has¦have {q} of¦ free¦ {e} free¦ ~> grant {e} for {q} after {d}
    first {q} of¦ {e} free¦are¦is free¦ for¦ everyone¦all¦ ~> grant {e} for {q} after {d}
    {e} is¦ free for¦in¦during the¦ first {q} ~> grant {e} for {q} after {d}
    {e} is¦ free for¦ {q} for¦to¦after new¦all¦install¦installation¦signup users¦customers¦ ~> grant {e} for {q} after {d}
    {e} is¦ free for¦ {q} ~> grant {e} for {q} after {d}
    {e} for¦ free¦ for¦ {q} for¦to new¦all¦every users¦user¦customers ~> grant {e} for {q} after {d}
    give¦grant new¦all¦every users¦user¦customers {e} for {q} ~> grant {e} for {q} after {d}
    give¦grant new¦all¦every users¦user¦customers {q} of {e} ~> grant {e} for {q} after {d}
    {q} of¦ {e} for¦to new¦all¦every users¦user¦customers ~> grant {e} for {q} after {d}
    trial of¦for¦: {e} for¦: {q} ~> grant {e} for {q} after {d}
    grant¦give {e} to¦for all¦new¦everyone¦every users¦customers¦accounts¦user¦ for {q} ~> grant {e} for {q} after {d}
    grant¦give {e} for¦ {q} to¦for everyone¦all¦new¦every users¦user¦customers¦accounts¦ ~> grant {e} for {q} after {d}
    grant¦give¦trial¦try {e} for¦ {q} ~> grant {e} for {q} after {d}
    free¦ trial of¦for¦ {e} for¦: {q} ~> grant {e} for {q} after {d}
    {q} free¦ trial of¦for¦ {e} ~> grant {e} for {q} after {d}
    everyone¦everybody¦all¦new¦every users¦user¦customers¦ gets¦get¦has¦have {e} for {q} ~> grant {e} for {q} after {d}
    everyone¦everybody¦all users¦customers¦ gets¦get¦has¦have {e} until {i} ~> grant {e} until {i}
    everyone¦everybody¦all users¦customers¦ gets¦get¦has¦have {e} ~> grant {e}
    grant {e} for {q} ~> ? grant {e} for {q} after installed
    fact {w} :¦=¦as¦of¦, a¦ number¦int¦integer¦numeric ~> fact {w} is a number
    fact {w} :¦=¦as¦of¦, a¦ date¦datetime¦timestamp ~> fact {w} is a date
    fact {w} :¦=¦as¦of¦, a¦ bool¦boolean¦flag ~> fact {w} is yes or no
    fact {w} :¦=¦as¦of¦, a¦ version¦semver ~> fact {w} is a version
    setting {w} default¦=¦:¦defaults¦value is¦to¦ {q} ~> setting {w} is {q}
    setting {w} is¦in¦:¦= one¦ of¦ (¦ {u} ,¦or¦/ {v} )¦ ~> setting {w} is {u} < {v}
    setting {w} is¦in¦:¦= one¦ of¦ (¦ {u} ,¦/ {v} ,¦or¦/ {t} )¦ ~> setting {w} is {u} < {v} < {t}
    always {f} with¦for {e} ~> always {f} allowed with {e}
    never {f} without {e} ~> never {f} allowed without {e}
    never {e} can¦may use¦access¦have¦ {f} ~> never {f} allowed without {^e}

    """
}
