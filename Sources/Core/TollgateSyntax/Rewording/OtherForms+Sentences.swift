extension OtherForm {
  /// Rows about two sentences in one line, conditions that stand before what they are about, and
  /// declarations as other languages write them.
  static let sentences = """
    {k} at most {q} per {x} for each of¦ {w} ~> {k} at most {q} for each of {w} per {x}
    never {f} allowed¦available¦open for¦to¦in¦by¦with @0 ~> never {f} allowed without {T}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=> {s} is¦are¦=¦: off¦disabled¦hidden¦unavailable¦blocked¦locked¦denied¦forbidden¦false ~> {s} is off when {K}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=> {s} is¦are¦=¦ not available¦allowed¦shown¦enabled¦possible ~> {s} is off when {K}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=>¦ disable¦hide¦block¦lock¦deny¦no¦forbid¦remove {s} ~> {s} is off when {K}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=>¦ allow¦show¦enable¦open¦unlock¦only¦permit {s} ~> {s} is off unless {K}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=> {s} is¦are¦=¦: on¦available¦allowed¦enabled¦open¦shown¦true ~> {s} is off unless {K}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=> {s} is¦are free ~> {s} requires {T} unless {K}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=> {s} requires¦require¦needs¦need {r} ~> {s} requires {r} when {K}
    if¦when¦wenn¦on¦in¦for {K} then¦,¦:¦->¦=> requires¦require¦needs¦need {r} for {s} ~> {s} requires {r} when {K}
    unless {K} then¦,¦:¦->¦=> {s} is¦are¦=¦: off¦disabled¦hidden¦unavailable¦blocked¦locked ~> {s} is off unless {K}
    unless {K} then¦,¦:¦->¦=> {s} requires¦require¦needs¦need {r} ~> {s} requires {r} unless {K}
    {s} requires¦require¦needs¦need {r} or¦||¦| {K} ~> {s} requires {r} unless {K}
    {s} requires¦require¦needs¦need {K} or¦||¦| {r} ~> {s} requires {r} unless {K}
    {k} > {q} or¦and¦,¦;¦/ {w} > {Q} requires¦require¦needs¦need {r} ~> {k} > {q} requires {r} ⏎ {w} > {Q} requires {r}
    {k} > {q} per¦a {x} or¦and¦,¦;¦/ {w} > {Q} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r} ⏎ {w} > {Q} requires {r}
    {k} > {q} or¦and¦,¦;¦/ {w} > {Q} per¦a {y} requires¦require¦needs¦need {r} ~> {k} > {q} requires {r} ⏎ {w} > {Q} per {y} requires {r}
    {k} > {q} per¦a {x} or¦and¦,¦;¦/ {w} > {Q} per¦a {y} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r} ⏎ {w} > {Q} per {y} requires {r}
    {k} > {q} per¦a {x} or¦and¦,¦;¦/ > {Q} per¦a {y} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r} ⏎ {k} > {Q} per {y} requires {r}
    {k} > {q} requires¦require¦needs¦need {r} ,¦and¦;¦but¦/ > {Q} requires¦require¦needs¦need¦ {u} ~> {k} > {q} requires {r} ⏎ {k} > {Q} requires {u}
    {k} at most {q} per¦a {x} and¦or¦,¦;¦/ at¦ most¦ {Q} per¦a {y} ~> {k} at most {q} per {x} ⏎ {k} at most {Q} per {y}
    {k} at most {q} per¦a {x} and¦or¦,¦;¦/ {w} at most {Q} per¦a {y} ~> {k} at most {q} per {x} ⏎ {w} at most {Q} per {y}
    {k} and¦or¦,¦& {w} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} requires {r} ⏎ {w} > {q} requires {r}
    {k} and¦or¦,¦& {w} > {q} per¦a {x} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r} ⏎ {w} > {q} per {x} requires {r}
    {k} and¦or¦,¦& {w} at most {q} ~> {k} at most {q} ⏎ {w} at most {q}
    {k} and¦or¦,¦& {w} at most {q} per¦a {x} ~> {k} at most {q} per {x} ⏎ {w} at most {q} per {x}
    <scenario> given {x} ,¦and¦;¦then¦->¦=>¦: then¦ expect {y} ~> given {x} ⏎ expect {y}
    <scenario> given {x} expect {y} ~> given {x} ⏎ expect {y}
    <scenario> given {x} ->¦=>¦: {y} ~> given {x} ⏎ expect {y}
    <scenario> expect {x} ,¦and¦;¦but expect {y} ~> expect {x} ⏎ expect {y}
    <scenario> expect {x} allowed ,¦and¦;¦but {y} ~> expect {x} allowed ⏎ expect {y}
    <scenario> expect {x} denied ,¦and¦;¦but {y} ~> expect {x} denied ⏎ expect {y}
    <scenario> at¦on {i} ,¦;¦:¦and given {x} ~> at {i} ⏎ given {x}
    <scenario> at¦on {i} ,¦;¦:¦and¦ expect {y} ~> at {i} ⏎ expect {y}
    scenario {t} ,¦:¦-¦ given {x} ,¦;¦then¦and¦: then¦ expect {y} ~> scenario {t} ⏎ given {x} ⏎ expect {y}
    <only> expect {x} allowed with¦for¦on¦if¦when¦in¦to {e} ~> given {e} ⏎ expect {x} allowed
    <only> expect {x} denied with¦for¦on¦if¦when¦in¦to {e} ~> given {e} ⏎ expect {x} denied
    <only> expect {x} warned with¦for¦on¦if¦when¦in¦to {e} ~> given {e} ⏎ expect {x} warned
    <only> expect {x} allowed with¦for¦on¦if¦when {k} {q} ~> given {k} {q} ⏎ expect {x} allowed
    <only> expect {x} denied with¦for¦on¦if¦when¦at {k} {q} ~> given {k} {q} ⏎ expect {x} denied
    <only> expect {x} allowed with¦for¦on¦if¦when¦at {q} {k} ~> given {k} {q} ⏎ expect {x} allowed
    <only> expect {x} denied with¦for¦on¦if¦when¦at {q} {k} ~> given {k} {q} ⏎ expect {x} denied
    <only> expect {x} allowed with¦for¦on¦if¦when¦in product¦ {P} ~> given product {P} ⏎ expect {x} allowed
    <only> expect {x} denied with¦for¦on¦if¦when¦in product¦ {P} ~> given product {P} ⏎ expect {x} denied
    <scenario> given user¦userid¦user-id¦id¦customer¦account¦subject id¦is¦=¦:¦ {I} ~> given subject {I}
    <product> price {q} {v} auto-renewing¦auto-renewable¦auto-renews¦recurring¦renewing¦renews¦renewed¦billed¦paid¦charged¦automatically yearly¦annually¦annual ~> price {q} {v} per year
    <product> price {q} {v} auto-renewing¦auto-renewable¦auto-renews¦recurring¦renewing¦renews¦renewed¦billed¦paid¦charged¦automatically monthly ~> price {q} {v} per month
    <product> price {q} {v} auto-renewing¦auto-renewable¦auto-renews¦recurring¦renewing¦renews¦renewed¦billed¦paid¦charged¦automatically weekly ~> price {q} {v} per week
    <product> price {q} {v} auto-renewing¦auto-renewable¦auto-renews¦recurring¦renewing¦renews¦renewed¦billed¦paid¦charged¦automatically every¦each¦per {x} ~> price {q} {v} per {x}
    <product> price {q} {v} per {x} auto-renewing¦auto-renewable¦auto-renews¦recurring¦renewing¦renews ~> price {q} {v} per {x}
    <product> adds¦add¦gives¦includes¦plus {q} {k} until¦till used¦empty¦gone up¦ ~> adds {q} to {k} until used up
    <product> adds {q} {k} per¦a¦each¦every {x} ~> adds {q} to {k} per {x}
    <product> adds {q} to {k} a¦each¦every {x} ~> adds {q} to {k} per {x}
    <steps> setting {w} [{t}] is¦:¦= {q} for¦with¦in¦on @0 ~> setting {w} [{t}] is {q}
    setting {w} [{t}] is¦:¦= {q} for¦with¦in¦on @0 ~> ? setting {w} [{t}] is {q} ⏎ unlimited with {T}
    setting {w} [{t}] is¦:¦= {q} for¦with¦in¦on everyone¦everybody¦all users¦ ~> setting {w} [{t}] is {q}
    setting {w} [{t}] default¦defaults¦standard¦value¦initial¦base is¦=¦:¦to¦value¦of¦ {q} ~> setting {w} [{t}] is {q}
    setting {w} [{t}] is¦=¦: {q} by¦as¦( default )¦ ~> setting {w} [{t}] is {q}
    setting {w} default¦=¦:¦value is¦to¦:¦ {q} {t} ~> setting {w} {t} is {q}
    feature¦flag {w} label¦title¦called¦named¦titled¦display¦name¦displayname¦display-name =¦:¦ {t} ~> feature {w} {t}
    meter {w} label¦title¦called¦named¦titled¦display¦name¦displayname¦display-name =¦:¦ {t} ~> meter {w} {t}
    product {w} label¦title¦called¦named¦titled¦display¦name¦displayname¦display-name =¦:¦ {t} ~> product {w} {t}
    entitlement {w} label¦title¦called¦named¦titled¦display¦name¦displayname¦display-name =¦:¦ {t} ~> entitlement {w} {t}
    policy {w} label¦title¦called¦named¦titled¦display¦name¦displayname¦display-name =¦:¦ {t} ~> policy {w} {t}
    group {w} label¦title¦called¦named¦titled =¦:¦ {t} is¦=¦: {x} ~> group {w} {t} is {x}
    setting {w} label¦title¦called¦named¦titled =¦:¦ {t} is¦=¦: {x} ~> setting {w} {t} is {x}
    enum¦choice¦type¦options¦one-of {w} is¦=¦:¦{¦(¦ {u} ,¦|¦/¦or {v} }¦)¦;¦ ~> fact {w} is {u} or {v}
    enum¦choice¦type¦options¦one-of {w} is¦=¦:¦{¦(¦ {u} ,¦|¦/¦or {v} ,¦|¦/¦or {t} }¦)¦;¦ ~> fact {w} is {u}, {v} or {t}
    meter {k} per¦a¦each¦every {x} ~> ? {k} at most 10 per {x}
    <rule> soft for¦during {q} ~> ? soft until {q} after {d}
    {s} requires¦require¦needs¦need {r} after¦in¦from {q} ~> {s} requires {r} from {q} after {d}
    {s} requires¦require¦needs¦need {r} after the¦ first {q} ~> {s} requires {r} from {q} after {d}
    {s} requires¦require¦needs¦need {r} for¦during¦in the¦ first {q} ~> {s} requires {r} until {q} after {d}
    {s} is¦are free for¦during¦in the¦ first¦ {q} ,¦;¦and then¦ requires¦require¦needs¦need¦for¦with {r} ~> {s} requires {r} from {q} after {d}
    {s} is¦are free for¦during¦in the¦ first {q} ~> {s} requires {T} from {q} after {d}
    entitlement¦entitlements¦plans¦levels¦tier {u} < {v} ~> tiers {u} < {v}
    entitlement¦entitlements¦plans¦levels¦tier {u} < {v} < {w} ~> tiers {u} < {v} < {w}
    entitlement¦entitlements¦plans¦levels¦tier {u} < {v} < {w} < {t} ~> tiers {u} < {v} < {w} < {t}
    {e} users¦user¦customers¦members¦plan¦subscribers¦ only¦exclusive : {f} ~> {f} requires {e}
    only¦just {e} users¦plan¦ : {f} ~> {f} requires {e}
    {s} is¦are¦ available¦included¦enabled¦allowed¦starts¦starting¦ from¦since¦with {e} plan¦tier¦ upwards¦upward¦on¦onwards¦up ~> {s} requires {e}
    everyone¦everybody¦all¦anyone users¦ except¦but¦besides for¦ @0 users¦ can¦may¦gets¦get¦has¦have use¦access¦ {f} ~> {f} requires {T}
    {f} for¦is everyone¦everybody¦all for¦ except¦but¦besides for¦ @0 ~> {f} requires {T}
    {f} =¦:¦== false¦off¦no¦0¦disabled for¦on¦in¦with¦if {e} ~> {f} requires {^e}
    {f} =¦:¦==¦is true¦on¦yes¦1¦enabled for¦on¦in¦with¦if {e} ~> {f} requires {e}
    if ( {e} ) {f} =¦is¦:¦== true¦on¦enabled ~> {f} requires {e}
    if ( {e} ) then¦ allow¦show¦enable¦unlock {f} ~> {f} requires {e}
    {e} and¦&¦, {g} users¦customers¦plans¦members¦subscribers¦ can¦may¦gets¦get¦has¦have use¦access¦ {f} ~> {f} requires {e} or {g}
    {f} for¦with¦in¦on {e} and¦&¦, {g} users¦customers¦plans¦members¦subscribers¦ only¦ ~> {f} requires {e} or {g}
    {f} must¦may¦should¦can¦shall never¦not be¦ free¦open ~> never {f} allowed without {T}
    @0 plan¦users¦user¦accounts¦tier¦ :¦-¦=¦gets¦get¦has¦have¦includes {q} {k} ,¦and¦;¦+ {Q} {w} ~> {k} > {q} requires {T} ⏎ {w} > {Q} requires {T}
    {k} limit¦max¦limits¦limited¦cap to¦is¦=¦:¦ {q} for¦with¦on¦in¦( @ )¦ ,¦and¦;¦/ {Q} for¦with¦on¦in¦( {e} )¦ ,¦and¦;¦/ and¦ {u} for¦with¦on¦in¦( {g} ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} limit¦max¦limits¦limited¦cap to¦is¦=¦:¦ {q} for¦with¦on¦in¦( @ )¦ ,¦and¦;¦/ {Q} for¦with¦on¦in¦( {e} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} at most¦: {q} per¦a¦/ {x} for¦with¦on¦in¦( @ users¦user¦ ~> {k} at most {q} per {x}
    maximum¦max¦at¦up¦only¦limit¦limited most¦to¦ {q} {k} per¦a¦each¦every¦/ {x} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q} per {x}
    limit¦cap¦restrict {k} to¦at¦: {q} per¦a¦each¦every¦/ {x} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q} per {x}
    limit¦cap¦restrict {k} to¦at¦: {q} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q}
    limit¦cap¦restrict {k} to¦at¦: {q} per¦a¦each¦every¦/ {x} ~> {k} at most {q} per {x}
    no¦not more¦over than¦ {q} {k} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q}
    no¦not more¦over than¦ {q} {k} per¦a¦each¦every¦/ {x} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q} per {x}
    @0 can¦may have¦use¦create¦make¦save¦ up¦at¦max¦only¦ to¦most¦ {q} {k} a¦per¦each¦every¦/ {x} ~> {k} at most {q} per {x}
    paywall¦upsell¦upgrade after¦above¦over¦at¦from {q} {k} ~> {k} > {q} requires {T} ⏎ prompt as paywall
    after¦above¦over¦beyond {q} {k} :¦,¦show¦open¦-> show¦open¦the¦a¦ the¦a¦ paywall¦upsell ~> {k} > {q} requires {T} ⏎ prompt as paywall
    after¦above¦over¦beyond {q} {k} ask¦asks¦prompt¦upsell¦require¦requires¦need¦needs for¦to¦ upgrade¦ to¦ {e} ~> {k} > {q} requires {e}
    show¦open¦display the¦a¦ paywall¦upsell when¦if¦after¦at {k} > {q} ~> {k} > {q} requires {T} ⏎ prompt as paywall
    when¦if¦after {k} > {q} then¦,¦:¦->¦ show¦open¦display the¦a¦ paywall¦upsell ~> {k} > {q} requires {T} ⏎ prompt as paywall
    {k} > {q} :¦->¦=>¦then¦show¦opens¦shows the¦a¦show¦ paywall¦upsell ~> {k} > {q} requires {T} ⏎ prompt as paywall
    {k} between {q} and¦-¦to {Q} requires¦require¦needs¦need {r} ~> ? {k} > {q} requires {r} ⏎ {k} > {Q} requires {M}
    {s} requires¦require¦needs {r} , except¦but¦unless¦excluding not¦ on¦in¦for¦from¦if¦when¦ {p} ~> {s} requires {r} unless {p}
    {s} requires¦require¦needs {r} ,¦ except¦but¦unless¦excluding not¦ on¦in¦for¦from¦if¦when {K} ~> {s} requires {r} unless {K}
    {s} requires¦require¦needs {r} , when¦if¦on¦only¦in when¦if¦on¦in¦ {K} ~> {s} requires {r} when {K}
    turn¦switch {s} off on¦for¦in¦when¦if {p} ~> {s} is off when {p}
    turn¦switch off {s} on¦for¦in¦when¦if {p} ~> {s} is off when {p}
    turn¦switch {s} off on¦for¦in¦when¦if {K} ~> {s} is off when {K}
    turn¦switch off {s} on¦for¦in¦when¦if {K} ~> {s} is off when {K}
    turn¦switch {s} on for¦when¦if¦in only¦ {p} ~> {s} is off unless {p}
    {e} free¦ trial :¦for¦of¦is¦lasts¦ {q} ~> grant {e} for {q} after {d}
    grant¦give {e} {q} trial¦free¦long ~> grant {e} for {q} after {d}
    give¦grant everyone¦everybody¦all¦anyone users¦ {e} until¦till {i} ~> grant {e} until {i}
    give¦grant everyone¦everybody¦all¦anyone users¦ {e} from {i} until¦to¦till {j} ~> grant {e} from {i} until {j}
    give¦grant everyone¦everybody¦all¦anyone users¦ {e} ~> grant {e}
    <product> sku¦id¦product-id¦productid¦product_id¦store-id¦sold id¦as¦:¦=¦ {I} on¦for¦in google¦android¦play¦google-play¦playstore play¦store¦ store¦ ~> sold as {I} on google-play
    <product> sku¦id¦product-id¦productid¦product_id¦store-id¦sold id¦as¦:¦=¦ {I} on¦for¦in apple¦ios¦appstore¦app-store¦app store¦ store¦ ~> sold as {I} on app-store
    <product> sku¦id¦product-id¦productid¦product_id¦store-id¦sold¦price-id id¦as¦:¦=¦ {I} on¦for¦in stripe¦web ~> sold as {I} on stripe
    <product> family :¦=¦is yes¦true¦on¦allowed¦enabled¦1 ~> shared with family
    <product> lifetime¦once¦one-time¦onetime¦forever price¦purchase¦ :¦=¦for¦ {q} {v} ~> price {q} {v} once
    <product> {q} {v} once¦lifetime¦one-time¦forever ~> price {q} {v} once
    <product> weekly¦week :¦=¦ {q} {v} ~> price {q} {v} per week
    <product> upgrade¦upgrades¦upgraded from¦of¦over {P} ~> not with {P}
    <product> grants¦gives¦unlocks {e} for¦during {q} once¦ ~> ? grants {e} ⏎ price 5 USD per {q}
    <product> duration¦length¦period¦lasts¦valid¦validity :¦for¦is¦=¦ {q} ~> ? price 5 USD per {q}
    tiers :¦=¦(¦is¦are¦ {u} ,¦/¦|¦and {v} ~> tiers {u} < {v}
    tiers :¦=¦(¦is¦are¦ {u} ,¦/¦| {v} ,¦/¦|¦and {w} ~> tiers {u} < {v} < {w}
    tiers :¦=¦(¦is¦are¦ {u} ,¦/¦| {v} ,¦/¦| {w} ,¦/¦|¦and {t} ~> tiers {u} < {v} < {w} < {t}
    flag¦toggle¦feature {w} =¦:¦is¦:=¦== true¦on¦yes¦enabled¦1 ~> feature {w} ⏎ {w} requires nothing
    flag¦toggle¦feature {w} =¦:¦is¦:=¦== false¦off¦no¦disabled¦0 ~> feature {w} ⏎ {w} is off
    flag¦toggle¦feature {w} {t} =¦:¦is¦:=¦== false¦off¦no¦disabled¦0 ~> feature {w} {t} ⏎ {w} is off
    <scenario> expect¦then¦assert {z} ==¦=¦===¦:¦is true¦yes¦ok¦open ~> expect {z} allowed
    <scenario> expect¦then¦assert {z} ==¦=¦===¦:¦is false¦no¦locked¦closed ~> expect {z} denied
    <scenario> expect¦then¦assert {k} left¦remaining¦remains¦has is¦=¦:¦== {q} left¦ ~> expect {k} allowed remaining {q}
    <scenario> expect¦then¦assert {k} left¦remaining {q} ~> expect {k} allowed remaining {q}

    """
}
