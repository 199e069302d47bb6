extension OtherForm {
  /// Rows about two sentences in one line, conditions that stand before what they are about, and
  /// declarations as other languages write them.
  static let sentences = """
    never {f} allowed¦available¦open¦ for¦to¦in¦by¦with @0 ~> never {f} allowed without {T}
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
    <product> adds¦add¦gives¦includes¦plus {q} {k} per¦a¦each¦every {x} ~> adds {q} to {k} per {x}
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
    enum¦choice¦type¦options¦one-of {w} is¦=¦:¦{¦( {u} ,¦|¦/¦or {v} }¦)¦;¦ ~> fact {w} is {u} or {v}
    enum¦choice¦type¦options¦one-of {w} is¦=¦:¦{¦( {u} ,¦|¦/¦or {v} ,¦|¦/¦or {t} }¦)¦;¦ ~> fact {w} is {u}, {v} or {t}
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

    """
}
