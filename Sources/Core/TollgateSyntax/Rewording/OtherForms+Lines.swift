extension OtherForm {
  /// Rows about plans and their limits in one line, two sentences in one line, declarations with a
  /// rule in them, and clauses that say more than one of the language.
  static let inOneLine = """
    {k} at most¦: {q} per¦a¦/ {x} for¦with¦on¦in @ ,¦and¦;¦but¦/ {Q} per¦a¦/ {x} for¦with¦on¦in {e} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} at most¦: {q} per¦a¦/ {x} for¦with¦on¦in¦ @¦ ,¦and¦;¦but¦/ {Q} for¦with¦on¦in {e} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} at most¦: {q} per¦a¦/ {x} ,¦and¦;¦but¦/ {Q} per¦a¦/ {x} for¦with¦on¦in {e} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} at most¦:¦ {q} for¦with¦on¦in¦( @ )¦ ,¦and¦;¦but¦/ {Q} for¦with¦on¦in¦( {e} )¦ ~> {k} at most {q} ⏎ {Q} with {e}
    {k} at most¦:¦ {q} for¦with¦on¦in @ ,¦and¦;¦/ {Q} for¦with¦on¦in {e} ,¦and¦;¦/ and¦ {u} for¦with¦on¦in {g} ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} at most¦:¦ {q} per¦a¦/ {x} for¦with¦on¦in @ ,¦and¦;¦/ {Q} for¦with¦on¦in {e} ,¦and¦;¦/ and¦ {u} for¦with¦on¦in {g} ~> {k} at most {q} per {x} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} at most¦:¦ {q} ,¦and¦;¦/ {Q} for¦with¦on¦in {e} ,¦and¦;¦/ and¦ {u} for¦with¦on¦in {g} ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} :¦-¦ @ :¦=¦ {q} ,¦;¦/¦| {e} :¦=¦ {Q} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} :¦-¦ @ :¦=¦ {q} ,¦;¦/¦| {e} :¦=¦ {Q} ,¦;¦/¦| {g} :¦=¦ {u} ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} :¦-¦ @ :¦=¦ {q} per¦a¦/ {x} ,¦;¦/¦| {e} :¦=¦ {Q} per¦a¦/ {x} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    @ :¦=¦gets¦has¦can¦ have¦ up¦ to¦ {q} {k} ,¦;¦/¦|¦and¦but {e} :¦=¦gets¦has¦can¦ have¦ up¦ to¦ {Q} {k} ~> {k} at most {q} ⏎ {Q} with {e}
    @ :¦=¦gets¦has¦can¦ have¦ up¦ to¦ {q} {k} ,¦;¦/¦|¦and¦but {e} :¦=¦gets¦has¦can¦ have¦ up¦ to¦ {Q} ~> {k} at most {q} ⏎ {Q} with {e}
    @ :¦=¦gets¦has¦can¦ have¦ {q} {k} per¦a¦/ {x} ,¦;¦/¦|¦and¦but {e} :¦=¦gets¦has¦can¦ have¦ {Q} per¦a¦/ {x} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    @ :¦=¦gets¦has¦can¦ have¦ {q} {k} per¦a¦/ {x} ,¦;¦/¦|¦and¦but {e} :¦=¦gets¦has¦can¦ have¦ {Q} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {e} :¦=¦gets¦has¦can¦ have¦ {Q} {k} ,¦;¦/¦|¦and¦but @ :¦=¦gets¦has¦can¦ have¦ only¦ {q} {k} ~> {k} at most {q} ⏎ {Q} with {e}
    {e} :¦=¦gets¦has¦can¦ have¦ {Q} {k} ,¦;¦/¦|¦and¦but @ :¦=¦gets¦has¦can¦ have¦ only¦ {q} ~> {k} at most {q} ⏎ {Q} with {e}
    {q} {k} per¦a¦/ {x} for¦with¦on¦in @ ,¦and¦;¦but {Q} for¦with¦on¦in {e} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {q} {k} per¦a¦/ {x} ,¦and¦;¦but {Q} for¦with¦on¦in {e} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {q} {k} ,¦and¦;¦but {Q} for¦with¦on¦in {e} ~> {k} at most {q} ⏎ {Q} with {e}
    {q} free {k} ,¦;¦and¦ then¦afterwards¦after¦beyond¦more that¦ requires¦require¦needs¦need¦for¦with¦is¦ {e} only¦ ~> {k} > {q} requires {e}
    {q} {k} are¦is¦for¦ free ,¦;¦and¦ then¦afterwards¦after¦beyond¦more that¦ requires¦require¦needs¦need¦for¦with¦is¦ {e} only¦ ~> {k} > {q} requires {e}
    first {q} {k} are¦is¦for¦ free ,¦;¦and¦ then¦afterwards¦after¦beyond¦more that¦ requires¦require¦needs¦need¦for¦with¦is¦ {e} only¦ ~> {k} > {q} requires {e}
    the first {q} {k} are¦is¦for¦ free ,¦;¦and¦ then¦afterwards¦after¦beyond¦more that¦ requires¦require¦needs¦need¦for¦with¦is¦ {e} only¦ ~> {k} > {q} requires {e}
    {q} {k} are¦is¦for¦ free per¦a¦each¦every {x} ,¦;¦and¦ then¦afterwards¦after¦beyond¦more that¦ requires¦require¦needs¦need¦for¦with¦is¦ {e} only¦ ~> {k} > {q} per {x} requires {e}
    {q} free {k} per¦a¦each¦every {x} ,¦;¦and¦ then¦afterwards¦after¦beyond¦more that¦ requires¦require¦needs¦need¦for¦with¦is¦ {e} only¦ ~> {k} > {q} per {x} requires {e}
    {k} is¦are¦ free up¦until to¦ {q} ,¦;¦and¦ then¦afterwards¦after¦beyond¦more that¦ requires¦require¦needs¦need¦for¦with¦is¦ {e} only¦ ~> {k} > {q} requires {e}
    {s} costs¦cost¦takes¦take¦consumes¦consume¦spends¦burns¦uses¦needs¦requires up¦ {q} {k} each¦every¦per¦a¦ time¦use¦ ~> {s} uses {q} {k}
    each¦every¦a¦one use of {f} costs¦takes¦consumes¦spends¦burns¦uses¦is¦: {q} {k} ~> {f} uses {q} {k}
    each¦every¦a¦an¦one {f} costs¦takes¦consumes¦spends¦burns¦uses¦is¦: {q} {k} ~> {f} uses {q} {k}
    {q} {k} per¦for¦each¦a each¦every¦a¦an¦one¦ {f} ~> {f} uses {q} {k}
    {f} :¦=¦is {q} {k} ~> {f} uses {q} {k}
    {q} free {k} ~> {k} at most {q}
    prompts¦prompt at¦only¦ most¦ once a¦per¦every day ~> snooze prompts for 1 day
    prompts¦prompt at¦only¦ most¦ once a¦per¦every week ~> snooze prompts for 1 week
    keep¦keeps¦work¦works¦allow working¦work¦ offline for¦up to¦ {q} ~> trust snapshots for {q}
    {q} of users¦people see¦get¦have¦gets¦try {f} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off unless in {f}-rollout
    <product> $ {q} per¦a¦/ {x} ~> price {q} USD per {x}
    <product> € {q} per¦a¦/ {x} ~> price {q} EUR per {x}
    <product> trial {q} -¦ day¦days free¦ ~> trial {q} days
    <product> trial {q} -¦ week¦weeks free¦ ~> trial {q} weeks
    <product> trial {q} -¦ month¦months free¦ ~> trial {q} months
    {k} at most {q} per¦a¦each¦every {x} ,¦and¦;¦(¦ resets¦reset¦resetting¦renews¦renewing¦starts every¦each¦on¦at the¦ 1st¦first¦month¦midnight¦day of¦ every¦each¦the¦ month¦day¦ )¦ ~> {k} at most {q} per {x}
    {q} {k} on @ and¦,¦;¦but {Q} on {e} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} at most {q} ( {e} :¦=¦has¦gets¦ {Q} ) ~> {k} at most {q} ⏎ {Q} with {e}
    {k} at most {q} ( {Q} for¦with¦in¦on {e} ) ~> {k} at most {q} ⏎ {Q} with {e}
    {k} {q} per¦a¦/ {x} for¦( @ )¦ ,¦;¦/¦| {Q} per¦a¦/ {x} for¦( {e} )¦ ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} {q} per¦a¦/ {x} @ ,¦;¦/¦| {Q} per¦a¦/ {x} {e} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} <=¦≤¦< {q} for¦with¦in¦on¦if¦( @ )¦ ,¦and¦;¦but <=¦≤¦<¦ {Q} for¦with¦in¦on¦if¦( {e} )¦ ~> {k} at most {q} ⏎ {Q} with {e}
    {k} max¦maximum¦limit¦<= {q} ,¦and¦;¦but {w} max¦maximum¦limit¦<= {Q} ~> {k} at most {q} ⏎ {w} at most {Q}
    {k} max¦maximum¦limit¦up to¦ {q} for¦with¦in¦on¦( @ )¦ ,¦and¦;¦but {Q} for¦with¦in¦on¦( {e} )¦ ~> {k} at most {q} ⏎ {Q} with {e}
    {e} has¦have¦gets no limit¦limits on¦for¦of {k} ~> ? {k} at most 10 ⏎ unlimited with {e}
    {f} cannot¦can't¦mustn't be used¦opened¦seen¦accessed without {e} ~> {f} requires {e}
    {f} can¦may¦must not be used¦opened¦seen¦accessed without {e} ~> {f} requires {e}
    {e} should¦must¦will¦shall not¦never use¦see¦access¦have¦get¦open {f} ~> {f} requires {^e}
    {e} shouldn¦won¦mustn ' t use¦see¦access¦have¦get¦open {f} ~> {f} requires {^e}
    {e} never sees¦see¦gets¦shows¦uses¦has {f} ~> {f} requires {^e}
    {f} never for¦with¦in¦on¦to {e} ~> {f} requires {^e}
    first {q} {k} are¦is free ~> {k} > {q} requires {T}
    {k} at most {q} per¦a¦each¦every {x} ,¦and¦;¦(¦ resets¦reset¦starts¦starting¦renews¦from¦begins¦beginning¦week every¦each¦on¦at¦in¦starts¦begins¦ monday¦mondays )¦ ~> {k} at most {q} per {x}
    {s} requires¦require¦needs¦need {r} ,¦and¦;¦but {k} at¦up most¦to {q} ~> {s} requires {r} ⏎ {k} at most {q}
    {s} requires¦require¦needs¦need {r} ,¦and¦;¦but {k} at¦up most¦to {q} per {x} ~> {s} requires {r} ⏎ {k} at most {q} per {x}
    {s} requires¦require¦needs¦need {r} ,¦and¦;¦but {k} > {q} requires¦require¦needs¦need {u} ~> {s} requires {r} ⏎ {k} > {q} requires {u}
    {s} requires¦require¦needs¦need {r} ,¦and¦;¦but {f} is¦are¦requires off ~> {s} requires {r} ⏎ {f} is off
    {s} requires¦require¦needs¦need {r} ,¦and¦;¦but {f} is¦are¦requires free¦nothing¦open ~> {s} requires {r} ⏎ {f} requires nothing
    {s} requires¦require¦needs¦need {r} ,¦;¦and {f} and¦, {t} requires¦require¦needs¦need¦: {u} ~> {s} requires {r} ⏎ {f}, {t} requires {u}
    {s} is¦are free ,¦;¦and¦but {f} requires¦require¦needs¦need {u} ~> {s} requires nothing ⏎ {f} requires {u}
    {s} is¦are off ,¦;¦and¦but {f} requires¦require¦needs¦need {u} ~> {s} is off ⏎ {f} requires {u}
    {s} is¦are free ,¦;¦and¦but {f} is¦are off ~> {s} requires nothing ⏎ {f} is off
    {s} :¦- {e} ,¦; {f} :¦- {g} ~> {s} requires {e} ⏎ {f} requires {g}
    {k} at¦up most¦to {q} ,¦and¦;¦but {s} requires¦require¦needs¦need {r} ~> {k} at most {q} ⏎ {s} requires {r}
    {k} at¦up most¦to {q} ,¦and¦;¦but {w} at¦up most¦to {Q} ~> {k} at most {q} ⏎ {w} at most {Q}
    {k} at¦up most¦to {q} ,¦and¦;¦but {Q} {w} ~> {k} at most {q} ⏎ {w} at most {Q}
    {q} {k} ,¦and¦; {Q} {w} ~> {k} at most {q} ⏎ {w} at most {Q}
    feature {w} {t} is¦:¦requires¦ free¦nothing ~> feature {w} {t} ⏎ {w} requires nothing
    feature {w} is¦:¦requires¦ free¦nothing ~> feature {w} ⏎ {w} requires nothing
    feature {w} {t} requires¦require¦needs¦:¦=¦for¦is¦with¦only only¦for¦in¦ {e} ~> feature {w} {t} ⏎ {w} requires {e}
    feature {w} {t} is¦: off¦disabled ~> feature {w} {t} ⏎ {w} is off
    feature {w} is¦: off¦disabled ~> feature {w} ⏎ {w} is off
    feature {w} {t} is¦ only on¦in¦for¦when {p} ~> feature {w} {t} ⏎ {w} is off unless {p}
    feature {w} is¦ only on¦in¦for¦when {p} ~> feature {w} ⏎ {w} is off unless {p}
    feature {w} {t} is¦ off¦not when¦on¦in¦if¦for {p} ~> feature {w} {t} ⏎ {w} is off when {p}
    feature {w} is¦ off¦not when¦on¦in¦if¦for {p} ~> feature {w} ⏎ {w} is off when {p}
    feature {w} {t} from¦since¦starting {i} ~> feature {w} {t} ⏎ {w} is off until {i}
    meter {w} {t} :¦at¦max¦limit¦limited¦up¦ most¦to¦ {q} ~> meter {w} {t} ⏎ {w} at most {q}
    meter {w} {t} :¦at¦max¦limit¦limited¦up¦ most¦to¦ {q} per¦a¦/ {x} ~> meter {w} {t} ⏎ {w} at most {q} per {x}
    meter {w} {t} > {q} requires¦require¦needs {r} ~> meter {w} {t} ⏎ {w} > {q} requires {r}
    meter {w} > {q} requires¦require¦needs {r} ~> meter {w} ⏎ {w} > {q} requires {r}
    product {w} {t} costs¦price¦for¦at¦:¦, {q} {v} per¦/¦a {x} ~> product {w} {t} ⏎ price {q} {v} per {x}
    product {w} {t} costs¦price¦for¦at¦:¦,¦ {q} {v} once ~> product {w} {t} ⏎ price {q} {v} once
    product {w} {t} grants¦gives¦unlocks {e} costs¦price¦for¦at¦:¦,¦ price¦for¦ {q} {v} per¦/¦a {x} ~> product {w} {t} ⏎ grants {e} ⏎ price {q} {v} per {x}
    product {w} {t} grants¦gives¦unlocks {e} costs¦price¦for¦at¦:¦,¦ price¦for¦ {q} {v} once ~> product {w} {t} ⏎ grants {e} ⏎ price {q} {v} once
    product {w} {t} adds¦: {q} {k} ~> product {w} {t} ⏎ adds {q} to {k}
    entitlement {w} {t} =¦:¦contains¦is¦->¦has¦of¦( {x} and¦+¦,¦& {y} )¦ ~> entitlement {w} {t} includes {x} and {y}
    entitlement {w} {t} =¦:¦contains¦is¦->¦has¦of¦includes¦( {x} and¦+¦,¦& {y} and¦+¦,¦& {u} )¦ ~> entitlement {w} {t} includes {x}, {y} and {u}
    entitlement {w} =¦:¦contains¦is¦->¦has¦of¦( {x} and¦+¦,¦& {y} )¦ ~> entitlement {w} includes {x} and {y}
    entitlement {w} {t} =¦:¦contains¦is¦->¦has {x} ~> entitlement {w} {t} includes {x}
    entitlement {w} {t} includes¦contains {x} +¦& {y} ~> entitlement {w} {t} includes {x} and {y}
    setting {w} {t} is¦:¦= {q} ,¦and¦;¦but {Q} for¦with¦in¦on {r} ~> setting {w} {t} is {q} ⏎ {Q} with {r}
    setting {w} is¦:¦= {q} ,¦and¦;¦but {Q} for¦with¦in¦on {r} ~> setting {w} is {q} ⏎ {Q} with {r}
    setting {w} {t} is¦:¦= {q} for¦with¦in¦on @ ,¦and¦;¦but {Q} for¦with¦in¦on {r} ~> setting {w} {t} is {q} ⏎ {Q} with {r}
    setting {w} is¦:¦= {q} for¦with¦in¦on @ ,¦and¦;¦but {Q} for¦with¦in¦on {r} ~> setting {w} is {q} ⏎ {Q} with {r}
    series {w} to¦-¦–¦until {u} {t} ~> series {w} .. {u} {t}
    group {w} {t} :¦=¦of¦contains¦includes¦( {x} )¦ ~> group {w} {t} is {x}
    {f} is¦are¦ only¦just¦shown¦visible¦available¦displayed only¦just¦ for¦to¦in¦with¦on @0 ~> {f} requires not {T}
    {f} for¦to¦in¦on¦with @0 only ~> {f} requires not {T}
    only @0 gets¦get¦see¦sees¦has¦have¦can see¦have¦ {f} ~> {f} requires not {T}
    show¦display {f} only¦just to¦for¦in¦on @0 ~> {f} requires not {T}
    show¦display {f} to¦for¦in¦on @0 only¦ ~> {f} requires not {T}
    {f} is¦are¦ removed¦gone¦hidden¦off for¦in¦with¦on¦by {e} ~> {f} requires {^e}
    remove¦removes {f} for¦in¦with¦on {e} ~> {f} requires {^e}
    {e} removes¦hides¦disables¦drops {f} ~> {f} requires {^e}
    {e} has¦have¦sees¦see¦gets¦shows no {f} ~> {f} requires {^e}
    don¦dont¦do¦never not¦'¦ t¦ show¦display¦ask¦prompt the¦ prompts¦prompt¦paywall¦paywalls¦upgrade¦it¦again¦ again¦prompts¦ for {q} ~> snooze prompts for {q}
    show¦display¦ask¦prompt prompts¦prompt¦paywall¦paywalls¦it¦ again¦ only¦ after¦every¦in {q} ~> snooze prompts for {q}
    prompts¦prompt¦paywall again¦only¦ every¦after¦again¦in¦at after¦most¦ {q} ~> snooze prompts for {q}
    wait {q} before¦between showing¦asking¦the¦next¦ prompts¦again¦prompt¦prompting¦prompts again¦ ~> snooze prompts for {q}
    no prompts¦prompt¦paywall again¦ for¦within¦in {q} ~> snooze prompts for {q}
    <product> badge¦ribbon¦tag :¦ {m} ~> recommended
    <product> family sharing¦share is¦:¦=¦ yes¦on¦true¦enabled¦allowed¦ ~> shared with family
    <product> family sharing¦share :¦for¦is¦ up¦with¦of¦to¦ to¦ {q} ~> shared with up to {q} people
    <product> up¦for¦shared¦sharing to¦with¦between¦among {q} family members¦people¦persons ~> shared with up to {q} people
    <product> up¦shared¦share to¦with¦between¦among {q} members¦people¦persons¦users¦devices ~> shared with up to {q} people
    <product> price {q} {v} per {k} per¦a¦/ month ,¦ billed¦paid¦charged annually¦yearly ~> price {q} {v} per month billed yearly for each of {k}
    <product> price {q} {v} per¦/¦a¦each month per¦/¦a¦each {k} ,¦ billed¦paid¦charged annually¦yearly ~> price {q} {v} per month billed yearly for each of {k}
    <product> price {q} {v} per¦/¦a month for each of {k} ,¦ billed¦paid¦charged annually¦yearly ~> price {q} {v} per month billed yearly for each of {k}
    <product> price {q} {v} per¦/¦a month ,¦ paid¦charged¦invoiced¦when¦if billed¦paid¦ annually¦yearly¦upfront ~> price {q} {v} per month billed yearly
    <product> introductory¦intro¦starter price¦offer¦ :¦of¦is¦ {q} {v} for¦during the¦ first¦ {Q} ~> introductory price {q} {v} for {Q}
    <product> first {Q} :¦at¦for¦costs¦cost¦only¦ {q} {v} ~> introductory price {q} {v} for {Q}
    <product> introductory¦intro price¦ {q} {v} per¦a¦/ {x} for¦during the¦ first¦ {Q} ~> introductory price {q} {v} per {x} for {Q}
    <product> price {q} {v} per {k} per {x} ,¦ billed¦paid¦charged annually¦yearly¦monthly ~> price {q} {v} per {x} for each of {k}
    <product> price {q} {v} per {k} per¦a¦/¦each¦every {x} ~> price {q} {v} per {x} for each of {k}
    <product> price {q} {v} per¦/¦a¦each {x} per¦/¦a¦each {k} ~> price {q} {v} per {x} for each of {k}
    <product> price {q} {v} per¦/¦a¦each {x} per¦/¦a¦each {k} ,¦ billed¦paid¦charged annually¦yearly¦monthly ~> price {q} {v} per {x} for each of {k}
    <product> price {q} {v} a¦each {k} ~> price {q} {v} for each of {k}
    <product> costs {q} {v} per {k} per {x} ~> price {q} {v} per {x} for each of {k}
    <product> for {k} : {q} {v} per {x} ~> price {q} {v} per {x} for each of {k}
    <product> price {q} {v} per¦/¦a {x} for {q} days free¦ ~> price {q} {v} per {x}
    <product> first {q} free ~> trial {q}
    <product> first {q} is¦are free ~> trial {q}
    <product> first {q} of¦ trial ~> trial {q}
    <product> free for¦during¦in the¦ first {q} ~> trial {q}
    <product> free for¦during¦in the¦ {q} ~> trial {q}
    <product> try¦trial free¦for¦it for¦free¦ for¦ {q} free¦ ~> trial {q}
    <product> starts¦begins with a¦ {q} free¦ trial ~> trial {q}
    <product> price {q} {v} per¦/¦a {x} ,¦with¦after¦and with¦a¦after¦ {Q} free¦ trial¦free ~> price {q} {v} per {x} ⏎ trial {Q}
    <product> price {q} {v} per¦/¦a {x} ,¦with¦and first {Q} free ~> price {q} {v} per {x} ⏎ trial {Q}
    <product> {Q} free¦trial ,¦and¦; then {q} {v} per¦/¦a {x} ~> trial {Q} ⏎ price {q} {v} per {x}
    <product> {Q} free ,¦and¦; then price¦costs {q} {v} per¦/¦a {x} ~> trial {Q} ⏎ price {q} {v} per {x}
    <product> adds {q} {k} ~> adds {q} to {k}
    <rule> warn¦remind¦notify¦alert¦reminder when¦at¦if¦after¦for¦ only¦ {q} left¦remaining are¦ {x} ~> reminder at {L} {x}
    <rule> warn¦remind¦notify¦alert¦reminder {q} before the¦ limit¦end {x} ~> reminder at {L} {x}
    <rule> warn¦remind¦notify¦alert¦reminder {q} before the¦ limit¦end ~> reminder at {L}
    <rule> {q} left¦remaining :¦-¦-> warn¦remind¦ {x} ~> reminder at {L} {x}
    <rule> show¦use¦with the¦ text¦message :¦ {x} ~> message {x}
    <rule> upgrade¦upsell¦denied¦deny¦refusal¦paywall¦error¦lock¦locked text¦message¦msg¦title¦copy :¦is¦ {x} ~> message {x}
    <rule> when¦if denied¦refused¦locked¦blocked :¦,¦show¦say show¦say¦message¦ {x} ~> message {x}
    <rule> message en¦english :¦ {x} ~> message {x}
    <rule> message for¦in english :¦ {x} ~> message {x}
    <rule> message {x} , zh-hans¦zh¦chinese :¦ {y} ~> message {x} zh-Hans {y}
    <rule> message {x} zh¦chinese¦cn :¦ {y} ~> message {x} zh-Hans {y}
    <scenario> given a¦an¦the¦ user¦customer is¦has¦with¦on¦in¦owns {e} ~> given {e}
    <scenario> given a¦an¦the¦ {e} user¦customer¦plan ~> given {e}
    <scenario> given user¦customer is¦has a¦an¦the¦ {e} user¦customer¦plan ~> given {e}
    <scenario> given {e} plan¦tier¦user¦subscription is¦ active¦bought¦ ~> given {e}
    <scenario> given user¦plan¦tier¦subscription =¦:¦is {e} ~> given {e}
    <scenario> given {q} {k} used¦already¦ ~> given {k} {q}
    <scenario> given {k} used¦is¦are¦at¦=¦:¦count {q} used¦ ~> given {k} {q}
    <scenario> given user has¦used¦with already¦used¦ {q} {k} already¦ ~> given {k} {q}
    <scenario> given {p} ~> given {p}
    <scenario> given user¦app¦the¦device is¦on¦in¦uses user¦app¦device¦on¦in¦an¦a¦is¦ {p} ~> given {p}
    <scenario> when¦given¦on¦if date¦today¦it¦now¦the is¦:¦=¦date is¦ {i} ~> at {i}
    <scenario> given on¦at¦date¦today¦now¦time {i} ~> at {i}
    <scenario> expect¦then {s} {o} because¦as¦, user¦he¦they¦she¦the¦ user¦ has¦have¦is¦does¦do¦ no¦not¦without¦missing¦lacks¦needs¦requires have¦own¦paid¦bought¦ {e} ~> expect {s} denied because not-held
    <scenario> expect {s} {o} because {e} is¦ not¦missing¦required¦needed bought¦held¦owned¦ ~> expect {s} denied because not-held
    <scenario> expect {s} {o} because limit¦quota¦the limit¦is¦reached¦ is¦reached¦exceeded¦full ~> expect {s} denied because limit-reached
    <scenario> expect {s} not¦isn't allowed¦available¦open¦works¦working¦unlocked ~> expect {s} denied
    <scenario> expect {s} to be¦ not¦denied¦blocked¦locked denied¦blocked¦ ~> expect {s} denied
    <scenario> expect user¦they¦he¦ cannot¦can't use¦access¦open¦see¦ {s} ~> expect {s} denied
    <scenario> expect user¦they¦he¦ can use¦access¦open¦see¦ {s} ~> expect {s} allowed
    <scenario> then¦expect user¦they¦he cannot¦can't use¦access¦open¦see¦ {s} ~> expect {s} denied
    <scenario> then¦expect user¦they¦he can use¦access¦open¦see¦ {s} ~> expect {s} allowed
    <scenario> expect {s} {o} and¦, {t} {u} ~> expect {s} {o} ⏎ expect {t} {u}
    <rule> warn¦remind¦notify¦alert¦reminder when¦at¦if¦after¦for¦ only¦ {q} {k} are¦is¦ left¦remaining¦remain¦remains {x} ~> reminder at {L} {x}
    <rule> warn¦remind¦notify¦alert¦reminder when¦at¦if¦after¦for¦ only¦ {q} {k} are¦is¦ left¦remaining¦remain¦remains ~> reminder at {L}
    <rule> show¦say¦display {x} when¦if denied¦refused¦locked¦blocked ~> message {x}
    <rule> {e} :¦gets¦has¦ {q} ,¦and¦; {g} :¦gets¦has¦ {Q} ~> {q} with {e} ⏎ {Q} with {g}
    <rule> {q} for¦with¦in¦on {e} ,¦and¦; {Q} for¦with¦in¦on {g} ~> {q} with {e} ⏎ {Q} with {g}
    <scenario> today¦now¦date¦it is {i} ~> at {i}
    <scenario> given user has no¦nothing plan¦subscription¦purchase¦product¦ ~> given {0}
    <scenario> given not¦no {e} ~> given {0}
    <scenario> given product {w} bought¦purchased¦owned ~> given product {w}
    <scenario> expect {q} {k} left¦remaining¦remain ~> expect {k} allowed remaining {q}

    """
}
