extension OtherForm {
  /// Rows about anything.
  static let open = """
    {c} is either¦any of¦ {w} or {v} ~> {c} is one of {w} , {v}
    {c} is not {w} or¦and {v} ~> {c} is not one of {w} , {v}
    {c} is not {w} and not {v} ~> {c} is not one of {w} , {v}
    {c} is {w} and {v} ~> {c} is one of {w} , {v}
    {c} is {w} , {u} or {v} ~> {c} is one of {w} , {u} , {v}
    {c} in ( {x} ) ~> {c} is one of {x}
    {c} in [ {x} ] ~> {c} is one of {x}
    if¦wenn¦when¦falls¦如果 {r} then¦dann¦,¦:¦那么 {s} ~> {s} requires {r}
    if¦wenn¦when¦falls {r} {w} ~> {w} requires {r}
    only {r} can¦may¦gets¦get¦has¦have¦could use¦access¦see¦open¦have¦do¦run¦ {s} ~> {s} requires {r}
    requires¦require¦needs {r} :¦for¦to¦, use¦open¦ {s} ~> {s} requires {r}
    {r} can¦may¦could¦darf¦kann¦可以 use¦access¦see¦open¦have¦do¦使用¦ {s} ~> {s} requires {r}
    {r} gets¦has¦get¦have¦unlocks¦opens¦allows¦enables¦includes¦gives¦grants access¦ to¦ {s} ~> {s} requires {r}
    allow¦enable¦unlock¦open¦permit¦give¦show {s} for¦if¦with¦when¦to¦only {r} ~> {s} requires {r}
    allow¦enable¦unlock¦open¦permit¦show¦free {s} ~> {s} requires nothing
    deny¦block¦disable¦forbid¦hide¦lock {s} unless¦without {r} ~> {s} requires {r}
    deny¦block¦disable¦forbid¦hide¦lock {s} if¦when¦on¦in {c} ~> {s} is off when {c}
    deny¦block¦disable¦forbid¦hide¦lock {s} unless {c} ~> {s} is off unless {c}
    deny¦block¦disable¦forbid¦hide¦lock {s} ~> {s} is off
    no {s} without {r} ~> {s} requires {r}
    {s} is¦are off¦denied¦blocked¦locked¦ unless¦without {r} ~> {s} requires {r}
    {s} is¦are not allowed¦ without {r} ~> {s} requires {r}
    {s} can only¦ be used¦ by¦with¦for {r} ~> {s} requires {r}
    {s} only¦ when¦if {r} then¦ ~> {s} requires {r}
    grant¦give¦gives {s} to¦for {r} ~> {s} requires {r}
    {s} requires¦require rollout¦in¦ {o} ~> {s} is off unless in {o}
    {s} requires¦require {c} ~> {s} is off unless {c}
    {s} requires¦require {r} and¦&¦&& {c} ~> {s} requires {r} when {c}
    {s} requires¦require {r} on¦for¦in {c} ~> {s} requires {r} when {c}
    {s} is¦are off¦disabled¦unavailable¦hidden¦blocked¦locked¦denied¦forbidden in¦on¦for¦if¦when {c} ~> {s} is off when {c}
    {s} off¦disabled¦unavailable¦hidden¦blocked¦locked¦denied¦forbidden in¦on¦for¦if¦when {c} ~> {s} is off when {c}
    {s} is¦are only¦ on¦available¦enabled¦allowed only¦ in¦on¦for¦if¦when {c} ~> {s} is off unless {c}
    {s} only¦ on¦in¦for¦when {c} ~> {s} is off unless {c}
    at most¦max¦maximum¦up {q} {w} ~> {w} at most {q}
    max¦maximum¦up¦limit of¦to¦ {q} {w} ~> {w} at most {q}
    max¦maximum¦at¦up most¦to¦ {q} {w} per¦a¦each¦every¦/ {x} ~> {w} at most {q} per {x}
    max¦limit¦maximum {w} to¦:¦is¦=¦ {q} ~> {w} at most {q}
    max¦limit¦maximum {w} to¦:¦is¦=¦ {q} per¦a¦each¦every¦/ {x} ~> {w} at most {q} per {x}
    limit {w} to {q} for¦unless¦without {r} ~> {w} > {q} requires {r}
    {w} limit¦max¦maximum¦quota is¦:¦=¦of¦ {q} ~> {w} at most {q}
    {w} is¦are¦ less¦fewer¦below¦under¦< than¦ {q} ~> {w} at most {n}
    {w} at most {q} without¦unless {r} ~> {w} > {q} requires {r}
    {w} at most {q} for¦if¦with free¦everyone ,¦and¦; {Q} for¦with¦if {r} ~> {w} at most {q} ⏎ {Q} with {r}
    {w} :¦is¦are¦=¦at most¦ {q} for¦ free¦everyone¦ ,¦and¦;¦/ {Q} for¦with¦if¦ {r} ~> {w} at most {q} ⏎ {Q} with {r}
    {w} at most {q} per {x} ,¦and¦; {Q} per¦ day¦month¦week¦year¦hour¦ with¦for {r} ~> {w} at most {q} per {x} ⏎ {Q} with {r}
    {w} at most {q} with¦for¦if {r} ~> ? {w} at most 10 ⏎ {q} with {r}
    {w} at most {q} per {x} with¦for¦if {r} ~> ? {w} at most 10 per {x} ⏎ {q} with {r}
    {w} unlimited¦infinite with¦for¦if {r} ~> ? {w} at most 500 ⏎ unlimited with {r}
    {w} no limit with¦for¦if {r} ~> ? {w} at most 500 ⏎ unlimited with {r}
    {w} > {q} per {x} and¦, {Q} per {y} requires¦require {r} ~> {w} > {q} per {x} requires {r} ⏎ {w} > {Q} per {y} requires {r}
    {s} requires¦require {r} ,¦;¦and {t} requires¦require {u} ~> {s} requires {r} ⏎ {t} requires {u}
    {q} {w} per¦a¦each¦every¦/ {x} ~> {w} at most {q} per {x}
    max¦maximum¦at¦up¦ most¦to¦ {q} {w} for everyone¦all¦everybody ~> {w} at most {q}
    {q} {w} included ~> {w} at most {q}
    {q} {w} for¦with¦if¦is {r} ~> {q} with {r}
    {q} {w} ~> {w} at most {q}
    with¦for¦on¦in¦mit¦if¦when {r} :¦,¦then¦is¦get¦gets¦= {q} ~> {q} with {r}
    with¦for¦on¦in¦mit¦if {r} {q} ~> {q} with {r}
    with¦for¦on¦in¦if {r} no limit ~> unlimited with {r}
    {r} plan¦tier¦users¦ :¦=¦->¦=>¦has¦have¦gets¦get¦is¦→¦can¦may¦-¦( have¦use¦ {q} {w} ~> {q} with {r}
    {r} plan¦tier¦users¦ :¦=¦->¦=>¦has¦have¦gets¦get¦is¦→¦can¦may¦-¦( have¦use¦up¦ to¦ {q} ~> {q} with {r}
    {r} {q} {w} ~> {q} with {r}
    {r} {q} ~> {q} with {r}
    {w} plan¦tier¦users¦ :¦=¦->¦=>¦has¦have¦gets¦get¦is¦→¦can¦may¦-¦( {q} per¦a¦/¦each¦every {x} ~> {q} with {w}
    {q} per¦a¦/¦each¦every {x} with¦for¦if {r} ~> {q} with {r}
    {q} with¦for {r} per¦a¦/¦each¦every {x} ~> {q} with {r}
    {q} with {r} ,¦and¦; {Q} with {u} ~> {q} with {r} ⏎ {Q} with {u}
    {r} : unlimited¦∞¦infinite ~> unlimited with {r}
    {r} unlimited¦infinite {w} ~> unlimited with {r}
    {r} unlimited¦infinite ~> unlimited with {r}
    {w} is¦:¦are {q} with¦for¦if {r} ~> {q} with {r}
    {q} {w} ~> {q} with {w}
    with {r} ~> unlimited with {r}
    {q} when¦if¦unless {c} ~> {q} with nothing when {c}
    unlimited when¦if {c} ~> unlimited with nothing when {c}
    {q} for¦with¦to everyone¦everybody¦all when¦if¦ {c} ~> {q} with nothing when {c}
    {s} is¦are¦:¦=¦-> true¦yes¦on¦enabled¦free¦everyone¦all¦allowed¦1 ~> {s} requires nothing
    {s} is¦are¦:¦=¦-> false¦no¦off¦disabled¦none¦nobody¦denied¦0 ~> {s} is off
    nobody can¦may use¦ {s} ~> {s} is off
    everyone¦everybody¦anyone¦all can¦may use¦have¦ {s} ~> {s} requires nothing
    {s} for¦to¦available everyone¦everybody¦anyone¦all¦free ~> {s} requires nothing
    is {s} not¦ off¦allowed ~> {s} is off
    not {s} when¦if¦on {c} ~> {s} is off when {c}
    {s} is¦are not available¦allowed¦ on¦in¦for¦if {c} ~> {s} is off when {c}
    never¦no {s} when¦if {c} ~> {s} is off when {c}
    from {i} :¦,¦ {s} requires¦require {r} ~> {s} requires {r} from {i}
    until {i} :¦,¦ {s} requires¦require {r} ~> {s} requires {r} until {i}
    when¦if¦unless {c} :¦,¦then {s} requires¦require¦needs {r} ~> {s} requires {r} when {c}
    on {c} :¦,¦ {s} requires¦require {r} ~> {s} requires {r} when {c}
    {s} requires¦require {r} between {i} and {j} ~> {s} requires {r} from {i} until {j}
    {s} requires¦require {r} from {i} to¦-¦– {j} ~> {s} requires {r} from {i} until {j}
    {s} requires¦require {r} except¦but¦unless for¦on¦in¦when¦if¦ {c} ~> {s} requires {r} unless {c}
    {s} requires¦require {r} only¦ on¦for¦in¦when¦if {c} ~> {s} requires {r} when {c}
    {s} requires¦require {r} at¦with most¦max¦a¦the¦ limit¦ of¦ {q} ~> {s} > {q} requires {r}
    {s} requires¦require {r} above¦over¦after¦beyond¦when¦if¦for more¦ than¦ {q} ~> {s} > {q} requires {r}
    {s} requires¦require {r} when¦if {s} > {q} ~> {s} > {q} requires {r}
    {r} required¦needed¦is required¦needed¦ for¦to use¦ {s} ~> {s} requires {r}
    more¦greater¦over¦above than¦ {q} {w} requires¦require¦needs {r} ~> {w} > {q} requires {r}
    from {q} {w} requires¦require¦needs {r} ~> {w} >= {q} requires {r}
    {s} : requires {r} ~> {s} requires {r}
    feature¦meter¦rule {w} > {q} requires¦require¦needs {r} ~> {w} > {q} requires {r}
    feature {w} at most {q} ~> {w} at most {q}
    -- {x} ~> # {x}
    --- ~> # ---
    /* {x} */ ~> # {x}
    /** {x} */ ~> # {x}
    <!-- {x} --> ~> # {x}
    rem {x} ~> # {x}
    ' {x} ~> # {x}
    ; {x} ~> # {x}
    * {x} ~> {x}
    {q} {w} per¦a¦/¦each {x} ~> price {q} {w} per {x}
    {q} days¦day¦weeks¦week trial¦free trial¦ ~> trial {q} days
    {q} day¦days free¦ trial ~> trial {q} days
    {q} week¦weeks free¦ trial ~> trial {q} weeks
    {q} month¦months free¦ trial ~> trial {q} months
    {q} -¦ day¦days free¦ trial ~> trial {q} days
    trial {w} {q} ~> trial {q} {w}
    {q} {w} free¦ trial ~> trial {q} {w}
    {s} does¦do not require¦need {r} ~> {s} requires nothing
    {s} doesn¦don ' t require¦need {r} ~> {s} requires nothing
    if {s} then {r} ~> {s} requires {r}
    {w} > {q} and¦&¦&& {c} requires¦require {r} ~> {w} > {q} requires {r} when {c}
    {w} > {q} unless¦without {r} ~> {w} > {q} requires {r}
    {w} > {q} when¦if {c} ~> {w} > {q} is not allowed when {c}
    {w} may¦must¦can¦should not exceed {q} without¦unless {r} ~> {w} > {q} requires {r}
    no¦not more than {q} {w} ~> {w} at most {q}
    no¦not more than {q} {w} per¦a¦each¦every¦/ {x} ~> {w} at most {q} per {x}
    {w} at most {q} ;¦,¦and¦/ {r} :¦gets¦has¦ {Q} ~> {w} at most {q} ⏎ {Q} with {r}
    {q} ( {r} ) ~> {q} with {r}
    {q} [ {r} ] ~> {q} with {r}
    {r} at¦up most¦to {q} ~> {q} with {r}
    at¦up most¦to {q} with¦for {r} ~> {q} with {r}
    {s} ( {r} ) ~> {s} requires {r}
    {s} [ {r} ] ~> {s} requires {r}
    {x} : [ {y} ] ~> {x} {y}
    {x} [ {y} ] ~> {x} {y}
    {w} {q} ~> given {w} {q}
    {w} :¦per¦limit¦max {x} :¦is¦=¦max¦at¦ most¦ {q} ~> {w} at most {q} per {x}
    {w} limit¦max¦quota per {x} :¦is¦ {q} ~> {w} at most {q} per {x}
    every¦each¦per {x} :¦ {q} {w} ~> {w} at most {q} per {x}
    {w} {q} per {x} ~> {w} at most {q} per {x}
    {w} {q} ~> {w} at most {q}
    free¦basic¦everyone¦everybody¦all :¦has¦gets¦get¦-> {q} {w} ~> {w} at most {q}
    free¦basic¦everyone¦everybody¦all :¦has¦gets¦get¦-> {w} {q} ~> {w} at most {q}
    {r} plan¦tier¦users¦ :¦has¦have¦gets¦get¦-> {q} {w} ~> ? {w} at most 10 ⏎ {q} with {r}
    {r} plan¦tier¦users¦ :¦has¦have¦gets¦get¦-> {w} {q} ~> ? {w} at most 10 ⏎ {q} with {r}
    {a} when {w} between {q} and {Q} ~> {a} when {w} >= {q} and {w} <= {Q}
    given a¦an¦the¦ {r} user¦customer¦account¦ with¦has¦and {q} {w} ~> given {r} , {w} {q}
    price per¦each {x} :¦ {q} {w} ~> price {q} {w} per {x}
    price monthly {q} {w} ~> price {q} {w} per month
    price yearly¦annual¦annually {q} {w} ~> price {q} {w} per year
    monthly price¦cost¦fee is¦:¦ {q} {w} ~> price {q} {w} per month
    yearly¦annual price¦cost¦fee is¦:¦ {q} {w} ~> price {q} {w} per year
    with¦includes¦has¦plus a¦an¦ {q} free¦ trial ~> trial {q}
    adds {q} to {w} ,¦and {Q} to {v} ~> adds {q} to {w} ⏎ adds {Q} to {v}
    adds {q} to {w} ,¦and {v} ~> adds {q} to {w} ⏎ adds {q} to {v}
    bonus¦extra¦plus¦add¦gives¦includes¦increases {q} more¦extra¦ {w} ~> adds {q} to {w}
    sold in¦on {w} as¦with¦: {t} ~> sold as {t} on {w}
    shared with¦by {q} ~> shared with up to {q} people
    for sale on¦in¦for¦only on¦in¦for¦ {c} only¦ ~> for sale when {c}
    only for¦on¦in {c} ~> for sale when {c}
    benefit¦benefits¦perks¦features {t} ,¦and {u} ~> benefit {t} ⏎ benefit {u}
    turn¦switch {s} off ~> {s} is off
    turn¦switch off {s} ~> {s} is off
    turn¦switch {s} on ~> {s} requires nothing
    {s} never ~> {s} is off
    {r} is recommended ~> recommended
    {s} requires¦require a¦the¦an¦any {r} ~> {s} requires {r}
    if¦when {x} then¦,¦: requires¦require¦needs {r} ~> {x} requires {r}
    {w} > {q} or¦and¦, {v} > {Q} requires¦require {r} ~> {w} > {q} requires {r} ⏎ {v} > {Q} requires {r}
    price {q} {w} {Q} ~> price {q} {w} per {Q}
    never {s} allowed when¦if {c} ~> never {s} allowed with nothing when {c}
    never {s} denied when¦if {c} ~> never {s} denied with nothing when {c}
    always {s} allowed when¦if {c} ~> always {s} allowed with nothing when {c}
    always {s} denied when¦if {c} ~> always {s} denied with nothing when {c}
    reminder when¦at¦if¦after¦for {q} left¦remaining {x} ~> ? reminder at 90%
    reminder when¦at¦if¦after¦for {q} left¦remaining ~> ? reminder at 90%
    reminder¦reminders at {q} and¦, {Q} ~> reminder at {q} ⏎ reminder at {Q}
    given {w} is¦:¦=¦are¦of {q} ~> given {w} {q}
    expect {s} {o} with {q} remaining¦left ~> expect {s} {o} remaining {q}
    expect {q} {w} {o} ~> expect {w} adding {q} {o}
    expect {q} more¦ {w} to¦ be¦is¦are¦ {o} ~> expect {w} adding {q} {o}
    adds {w} {q} ~> adds {q} to {w}
    adds {w} by¦:¦+¦with {q} ~> adds {q} to {w}
    {w} + {q} ~> adds {q} to {w}
    + {q} to¦ {w} ~> adds {q} to {w}
    adds {q} more¦extra¦ {w} ~> adds {q} to {w}
    increases¦raises¦extends {w} by {q} ~> adds {q} to {w}
    remind¦warn¦notify¦alert me¦users¦user¦them¦ at¦when¦after {q} ~> reminder at {q}
    at {q} remind¦warn¦notify¦reminder¦show¦: {x} ~> reminder at {q} {x}
    at {q} :¦ remind¦warn¦notify¦reminder ~> reminder at {q}
    reminder {x} at {q} ~> reminder at {q} {x}
    remind¦warn¦notify¦alert¦reminder me¦users¦user¦them¦ {q} before it¦its¦the¦ ends¦end¦expires¦expiry¦expiration¦runs-out ~> reminder {q} before it ends
    remind¦warn¦notify¦alert¦reminder me¦users¦user¦them¦ {q} before it¦its¦the¦ ends¦end¦expires¦expiry¦expiration¦runs-out {x} ~> reminder {q} before it ends {x}
    reminder {q} before¦left¦remaining {x} ~> ? reminder at 90%
    reminder {x} before {y} ~> ? reminder at 90%
    windows every¦of¦are¦:¦=¦per {x} ~> windows roll
    counted {w} ~> counted per {w}
    {w} has¦have a limit of {q} ~> {w} at most {q}
    given {w} has¦bought¦owns¦buys¦is {x} ~> given {x}
    expect {s} to be {x} ~> expect {s} {x}
    expect that¦:¦can¦user {x} ~> expect {x}
    expect {o} for¦to {s} ~> expect {s} {o}
    expect allowed {s} ~> expect {s} allowed
    expect denied {s} ~> expect {s} denied
    expect not {s} ~> expect {s} denied
    expect {s} not allowed ~> expect {s} denied
    expect no {s} ~> expect {s} denied
    expect {s} is¦are¦=¦: {o} ~> expect {s} {o}
    expect {s} ~> expect {s} allowed
    {s} allowed¦denied¦warned ~> ? expect {s} allowed
    always {r} can¦may use¦access¦have¦ {s} ~> always {s} allowed with {r}
    always {s} requires¦require¦needs {r} ~> never {s} allowed without {r}
    every¦all {w} can¦may {s} ~> always {s} allowed with {w}
    always {s} allowed ~> always {s} allowed with nothing
    always {s} denied ~> always {s} denied with nothing
    never {s} allowed ~> never {s} allowed with nothing
    never {s} denied ~> never {s} denied with nothing
    {w} always can¦may use¦ {s} ~> always {s} allowed with {w}
    tiers {x} includes {y} ~> tiers {y} < {x}
    {w} > {u} > {v} ~> tiers {v} < {u} < {w}
    tiers {s} > {t} > {u} > {v} ~> tiers {v} < {u} < {t} < {s}
    tiers {t} > {u} > {v} ~> tiers {v} < {u} < {t}
    tiers {u} > {v} ~> tiers {v} < {u}
    rollout {w} :¦=¦at¦to¦for¦ {q} of¦ {x} ~> rollout {w} is {q} of users
    rollout {w} is¦:¦=¦at¦to¦for¦ {q} ~> rollout {w} is {q} of users
    rollout {q} of¦ users¦ for¦of¦: {w} ~> rollout {w} is {q} of users
    {q} of users get¦see¦have {w} ~> rollout {w} is {q} of users
    grant {w} to¦for users¦everyone¦all¦everybody for {q} {x} ~> grant {w} for {q} {x}
    grant {w} to¦for users¦everyone¦all¦everybody when¦if {c} ~> grant {w} when {c}
    grant {w} to¦for everyone¦everybody¦all ~> grant {w}
    grant {w} {q} {x} after {y} ~> grant {w} for {q} {x} after {y}
    grant {q} of¦ {w} after {y} ~> grant {w} for {q} after {y}
    grant {q} {x} of {w} after {y} ~> grant {w} for {q} {x} after {y}
    group {w} : {x} ~> group {w} is {x}
    group {w} {x} ~> group {w} is {x}
    fact {w} {x} ~> fact {w} is {x}
    fact {w} : {x} ~> fact {w} is {x}
    fact {w} in¦one¦enum of¦ {x} ~> fact {w} is {x}
    fact {w} is {x} default¦or {y} ~> fact {w} is {x} , otherwise {y}
    setting {w} {x} ~> setting {w} is {x}
    setting {w} : {x} ~> setting {w} is {x}
    series {w} to¦-¦–¦until {u} ~> series {w} .. {u}
    series {w} from {u} to¦-¦until {v} ~> series {u} .. {v}
    features¦entitlements¦meters {w} {u} ~> features {w} , {u}
    {w} {u} ~> {u} with {w}
    price {q} {w} per {x} ,¦and¦or¦/¦; {Q} {v} per {y} ~> ? price {q} {w} per {x} ⏎ product other-period ⏎ grants pro ⏎ price {Q} {v} per {y}
    """
}
