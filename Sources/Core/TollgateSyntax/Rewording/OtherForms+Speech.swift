extension OtherForm {
  /// Rows about limits and rules as people say them and as tables list them.
  static let speech = """
    {e} plan¦users¦tier¦ :¦=¦includes¦has¦gets¦unlocks¦with¦-> {f} ,¦and¦+ {t} ~> {f} , {t} requires {e}
    {e} plan¦users¦tier¦ :¦=¦includes¦has¦gets¦unlocks¦with¦-> {f} ,¦+ {t} ,¦and¦+ {u} ~> {f} , {t} , {u} requires {e}
    {e} plan¦users¦tier¦ :¦-¦=¦has¦get¦gets no¦not¦without {f} ~> {f} requires {^e}
    people¦users¦customers on¦with¦in {e} can¦may use¦see¦access¦ {f} ~> {f} requires {e}
    {e} plan¦users¦tier¦ :¦=¦gets¦get¦has¦have¦can {q} {k} per¦a¦/¦each {x} ~> ? {k} at most 10 per {x} ⏎ {q} with {e}
    {k} /¦per {x} :¦=¦ {q} (¦ @ )¦ ,¦;¦/ {Q} (¦ {e} )¦ ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} :¦=¦ {q} per¦/¦a {x} ,¦;¦and {e} :¦=¦ {Q} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} :¦=¦ {q} per¦/¦a {x} ,¦;¦and {e} :¦=¦ {Q} per¦/¦a {y} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} :¦max¦=¦ {q} (¦for¦ @ )¦ ,¦;¦/ {Q} (¦for¦ {e} )¦ ~> {k} at most {q} ⏎ {Q} with {e}
    {k} :¦max¦=¦ {q} (¦for¦ @ )¦ ,¦;¦/ {Q} (¦for¦ {e} )¦ ,¦;¦/ {u} (¦for¦ {g} )¦ ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} daily :¦=¦is¦limit¦max :¦=¦ {q} ~> {k} at most {q} per day
    {k} daily {q} ~> {k} at most {q} per day
    {k} weekly {q} ~> {k} at most {q} per week
    {k} monthly {q} ~> {k} at most {q} per month
    daily {k} :¦=¦is¦limit¦max¦ :¦=¦ {q} ~> {k} at most {q} per day
    monthly {k} :¦=¦is¦limit¦max¦ :¦=¦ {q} ~> {k} at most {q} per month
    require¦requires ( {f} ,¦ {e} )¦ ~> {f} requires {e}
    limit¦max ( {k} ,¦ {q} )¦ ~> {k} at most {q}
    {f} level¦min¦minimum¦plan¦tier¦entitlement¦access :¦=¦is¦ {e} ~> {f} requires {e}
    {f} is¦are¦ only¦ available¦included¦enabled¦allowed¦there¦ on¦in¦for¦with¦to {e} and¦or¦,¦/¦& {g} plans¦users¦tiers¦customers¦only ~> {f} requires {e} or {g}
    {s} is¦are¦ available¦only¦open¦included¦ only¦ for¦to¦in¦on¦with all¦any¦ paid¦paying¦subscribed users¦plans¦customers¦subscribers¦members¦accounts ~> {s} requires {T}
    {s} is¦are¦ available¦only¦open¦included¦ only¦ for¦to all¦any¦ subscribers¦customers ~> {s} requires {T}
    {s} requires¦require¦needs¦need a¦an¦any¦ subscription¦payment¦purchase¦upgrade¦paid plan¦subscription¦account¦ ~> {s} requires {T}
    {s} is¦are paid¦premium ~> {s} requires {T}
    {s} is¦are¦ available¦ for¦to nobody¦no-one¦none ~> {s} is off
    {z} requires¦require¦needs¦need {r} on¦in¦for¦when¦if {p} only ~> {z} requires {r} when {p}
    {z} requires¦require¦needs¦need {r} since¦from¦starting with¦from¦ {p} ~> {z} requires {r} when {p}
    {z} is¦are¦ off¦hidden¦disabled¦closed¦locked until¦till¦before {p} ~> {z} is off unless {p}
    {z} is¦are¦ coming¦launching¦starting¦planned¦arrives in¦on¦at¦from¦for¦ {i} ~> {z} is off until {i}
    {k} < {q} ~> ? {k} at most {q}
    {k} under¦below¦up¦< to¦ {q} is¦are free ~> {k} > {q} requires {T}
    {k} > {q} costs¦cost¦is¦are extra¦money¦paid¦more¦premium ~> {k} > {q} requires {T}
    {k} > {q} :¦->¦needs¦requires¦need¦require an¦a¦ upgrade to¦ {e} ~> {k} > {q} requires {e}
    {k} > {q} :¦->¦needs¦requires¦need¦require an¦a¦ upgrade ~> {k} > {q} requires {T}
    {k} > {q} and¦if¦when¦, not¦without {e} ~> {k} > {q} requires {e}
    {k} > {q} is¦are¦ denied¦blocked¦not¦forbidden¦off¦locked allowed¦ for¦on¦in¦with @0 ~> {k} > {q} requires {T}
    {k} > {q} for¦on¦in¦with @0 is¦are¦ denied¦blocked¦not¦forbidden¦off¦locked allowed¦ ~> {k} > {q} requires {T}
    you¦users¦user¦people¦customers can¦may¦gets¦get¦have¦has¦must have¦create¦use¦save¦make¦add¦ up¦at¦max¦only¦ to¦most¦ {q} {k} ~> {k} at most {q}
    you¦users¦user¦people¦customers can¦may¦gets¦get¦have¦has¦must have¦create¦use¦save¦make¦add¦ up¦at¦max¦only¦ to¦most¦ {q} {k} per¦a¦each¦every¦/ {x} ~> {k} at most {q} per {x}
    {q} {k} max¦maximum¦at¦limit¦tops most¦ ~> {k} at most {q}
    {q} {k} per¦a¦each¦every¦/ {x} for everyone¦everybody¦all users¦ ~> {k} at most {q} per {x}
    {k} {q} times¦time a¦per¦each¦every {x} ~> {k} at most {q} per {x}
    {k} per¦a¦each¦every {x} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r}
    per¦each¦every {x} :¦ {k} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r}
    daily {k} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per day requires {r}
    monthly {k} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per month requires {r}
    more {k} than {q} requires¦require¦needs¦need {r} ~> {k} > {q} requires {r}
    more {k} than {q} per¦a {x} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r}

    """
}
