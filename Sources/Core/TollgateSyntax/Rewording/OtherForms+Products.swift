extension OtherForm {
  /// Rows about clauses of products, as stores and their programs name them, and about settings.
  static let products = """
    <product> stripe¦lookup¦store¦product¦sku¦subscription¦iap¦bundle¦plan¦price¦offer price¦product¦store¦ id¦key¦sku¦identifier¦code {I} ~> sold as {I}
    <product> id¦sku¦identifier¦iap {I} ~> sold as {I}
    <product> app¦apple¦appstore¦app-store¦ios¦itunes¦storekit store¦app¦ product¦store¦ id¦sku¦identifier¦ {I} ~> sold as {I} on app-store
    <product> google¦google-play¦android¦play¦playstore play¦store¦ store¦product¦ id¦sku¦identifier¦ {I} ~> sold as {I} on google-play
    <product> stripe¦web price¦product¦ id¦key¦ {I} ~> sold as {I} on stripe
    <product> free¦ trial period¦ days¦duration¦length¦ {q} ~> trial {q}
    <product> free¦ trial period¦ days {q} ~> trial {q} days
    <product> tier¦plan¦level¦access¦entitlement¦entitlements¦includes¦include¦unlocks¦gives¦give¦contains¦grants to¦access¦ {e} ~> grants {e}
    <product> entitlement¦entitlements¦includes¦include¦unlocks¦gives¦give¦contains¦grants [¦ {e} ,¦and¦+ {g} ]¦ ~> grants {e} , {g}
    <product> requires¦needs¦only¦upgrade¦addon to¦for¦from¦with¦ {e} ~> for sale with {e}
    <product> requires¦needs¦only¦upgrade¦addon¦extends to¦for¦from¦with¦ {P} ~> only with {P}
    <product> price¦costs¦cost¦价格¦售价¦amount¦ {q} {C} ~> ? price {q} {C} per month
    <product> prices¦price¦costs¦cost¦价格¦售价¦amount¦ {q} {C} per¦/¦a¦each¦every {x} ~> price {q} {C} per {x}
    <product> costs¦cost¦amount¦价格¦售价¦ {q} {C} once ~> price {q} {C} once
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦for each¦ {S} per¦/¦a¦each¦every {x} ~> price {q} {C} per {x} for each of {S}
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦every {x} per¦/¦a¦each¦for each¦ of¦ {S} ~> price {q} {C} per {x} for each of {S}
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦for each¦ {S} per¦/¦a¦each¦every {x} ,¦( min¦minimum¦at¦from least¦of¦ {Q} members¦users¦seats¦people¦ )¦ ~> price {q} {C} per {x} for each of {S} , at least {Q}
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦every {x} per¦/¦a¦each¦for each¦ of¦ {S} ,¦( min¦minimum¦at¦from least¦of¦ {Q} members¦users¦seats¦people¦ )¦ ~> price {q} {C} per {x} for each of {S} , at least {Q}
    <product> price { {C} : {q} , {v} : {Q} } per {x} ~> price {q} {C} or {Q} {v} per {x}
    <product> family¦shared¦sharing sharing¦share¦members¦size¦with¦limit¦ family¦ for¦is¦up¦max¦of¦ up¦with¦of¦to¦ to¦of¦ {q} people¦members¦persons¦users¦ ~> shared with up to {q} people
    <once> give¦gives¦contain¦contains¦has¦gets¦get¦quantity¦amount¦consumable¦pack¦grants¦includes¦include¦adds¦add¦plus¦bonus¦extra¦topup¦+¦ of¦ {q} of¦more¦extra¦additional¦ {k} ~> adds {q} to {k} until used up
    <product> give¦gives¦contain¦contains¦has¦gets¦get¦quantity¦amount¦consumable¦pack¦grants¦includes¦include¦adds¦add¦plus¦bonus¦extra¦topup¦+¦ of¦ {q} of¦more¦extra¦additional¦ {k} ~> adds {q} to {k}
    <product> consumable¦pack {q} {k} ~> adds {q} to {k} until used up
    <product> billing¦payment¦renewal¦ grace period¦time¦days¦ of¦for¦is¦ {q} ~> grace {q}
    <product> billing¦payment¦renewal¦ grace period¦ days {q} ~> grace {q} days
    <product> {q} of¦ billing¦payment¦ grace period¦ [{x}] ~> grace {q}
    <product> status¦state¦visibility¦availability archived¦hidden¦inactive¦deprecated¦retired¦disabled¦discontinued¦unlisted ~> not for sale
    <product> is¦ active¦enabled¦visible¦available¦public¦sellable¦purchasable false¦no¦off¦0 ~> not for sale
    <product> is¦ archived¦hidden¦deprecated¦retired¦discontinued¦unlisted true¦yes¦on¦1 ~> not for sale
    <product> is¦ popular¦recommended¦highlight¦highlighted¦featured¦best¦default¦most plan¦popular¦value¦ true¦yes¦on¦1 ~> recommended
    <product> features¦benefits¦perks¦includes¦bullets {t} ,¦and¦; {u} ,¦and¦; and¦ {v} ~> benefit {t} ⏎ benefit {u} ⏎ benefit {v}
    <product> features¦benefits¦perks¦includes¦bullets {t} ,¦and¦; {u} ~> benefit {t} ⏎ benefit {u}
    setting {w} [{t}] is¦=¦:¦ one¦ of¦ {u} ,¦/¦|¦or {v} for¦with¦in {e} ~> setting {w} [{t}] is {u} < {v} ⏎ {v} with {e}
    setting {w} [{t}] is¦=¦:¦ {u} for¦with¦in @ ,¦/¦|¦and¦; {v} for¦with¦in {e} ~> setting {w} [{t}] is {u} < {v} ⏎ {v} with {e}
    setting {w} [{t}] is¦=¦:¦ {v} for¦with¦in {e} ,¦;¦and otherwise¦else¦default¦or {u} ~> setting {w} [{t}] is {u} < {v} ⏎ {v} with {e}
    setting {w} [{t}] is¦=¦:¦ {q} for¦with¦in @ ,¦/¦|¦and¦; {Q} for¦with¦in {e} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ {q} for¦with¦in @ ,¦/¦|¦and¦; {Q} for¦with¦in {e} ,¦/¦|¦and¦; {u} for¦with¦in {g} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    setting {w} [{t}] is¦=¦:¦ {q} ,¦/¦|¦and¦; {Q} for¦with¦in {e} ,¦/¦|¦and¦; {u} for¦with¦in {g} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    setting {w} [{t}] is¦=¦:¦ {Q} for¦with¦in {e} ,¦;¦and otherwise¦else¦default¦or {q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ {q} ,¦;¦and {e} :¦=¦ {Q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ @ :¦=¦ {q} ,¦;¦/ {e} :¦=¦ {Q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ @ :¦=¦ {q} ,¦;¦/ {e} :¦=¦ {Q} ,¦;¦/ {g} :¦=¦ {u} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    setting {w} [{t}] is¦=¦:¦ {q} / {Q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {M2}
    setting {w} [{t}] is¦=¦:¦ {q} / {Q} / {u} ~> setting {w} [{t}] is {q} ⏎ {Q} with {T} ⏎ {u} with {M3}
    setting {w} [{t}] is¦=¦:¦ {u} ,¦/¦| {v} ,¦/¦|¦or {x} ~> setting {w} [{t}] is {u} < {v} < {x}
    setting {w} [{t}] is¦=¦:¦ {u} ,¦/¦| {v} ~> setting {w} [{t}] is {u} < {v}
    setting {w} [{t}] is¦:¦=¦ default¦ {u} , options¦choices¦values :¦ {u} , {v} ~> setting {w} [{t}] is {u} < {v}
    fact {w} is¦:¦=¦as¦ a¦ bool¦boolean¦flag¦true¦on¦yes or¦/¦,¦ false¦off¦no¦ ,¦ default¦otherwise¦else¦= is¦=¦to¦:¦ false¦no¦off ~> fact {w} is yes or no , otherwise no
    fact {w} is¦:¦=¦as¦ a¦ bool¦boolean¦flag¦true¦on¦yes or¦/¦,¦ false¦off¦no¦ ,¦ default¦otherwise¦else¦= is¦=¦to¦:¦ true¦yes¦on ~> fact {w} is yes or no , otherwise yes
    fact {w} is¦:¦=¦as¦ a¦ bool¦boolean¦flag ~> fact {w} is yes or no
    fact {w} :¦=¦as¦of¦,¦is¦ an¦a¦ int¦integer¦numeric¦num¦long¦number ~> fact {w} is a number
    fact {w} :¦=¦as¦of¦,¦is¦ a¦ datetime¦timestamp¦date ~> fact {w} is a date
    feature flag {w} [{t}] at¦to¦:¦=¦is¦ {q} of¦ users¦ ~> rollout {w} is {q} of users
    meter {w} [{t}] per¦for¦of each¦every¦ {x} ~> meter {w} [{t}] ⏎ counted per {x}

    """
}
