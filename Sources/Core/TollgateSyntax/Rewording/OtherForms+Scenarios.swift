extension OtherForm {
  /// Rows about the lines of scenarios, about clauses of rules, and about limits in one line.
  static let scenarios = """
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦subscriber¦he¦she¦ is¦has¦with¦on¦in¦owns¦bought¦purchased¦buys¦holds¦subscribed¦subscribes¦ on¦to¦a¦an¦the¦ {P} plan¦subscription¦product¦purchase¦ is¦ active¦bought¦owned¦purchased¦ ~> given product {P}
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦subscriber¦he¦she¦ is¦has¦with¦on¦in¦owns¦bought¦purchased¦had¦ a¦an¦the¦ {P} plan¦subscription¦product¦purchase¦ is¦has¦was¦ active¦ expired¦ended¦ends¦expires¦until¦till¦valid until¦on¦at¦in¦since¦ {i} ~> given product {P} until {i}
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦subscriber¦he¦she¦ is¦has¦with¦on¦in¦owns¦had¦ a¦an¦the¦ {e} plan¦subscription¦tier¦ is¦has¦was¦ active¦ expired¦ended¦ends¦expires¦until¦till¦valid until¦on¦at¦in¦since¦ {i} ~> given {e} until {i}
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦product¦ subscription¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦ {w} period¦state¦ ~> given product {P} {w}
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦on¦ canceled¦cancel ~> given product {P} cancelled
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦on¦ refund ~> given product {P} refunded
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦on¦ trialing¦trialling ~> given product {P} trial
    <scenario> given¦when¦with¦if payment¦billing¦renewal of¦for¦ failed¦fails¦declined of¦for¦on {P} ~> given product {P} hold
    <scenario> given¦when¦with¦if {P} is¦has¦payment¦ past¦failed¦unpaid¦payment due¦failed¦declined¦ ~> given product {P} hold
    <scenario> when¦if¦with¦given user¦customer¦he¦she¦there¦ has¦are¦ {k} is¦are¦=¦:¦==¦used¦reached¦reaches¦at¦count {q} ~> given {k} {q}
    <scenario> when¦if¦with¦given user¦customer¦he¦she¦there¦ has¦are¦used¦ already¦ {q} {k} already¦used¦ ~> given {k} {q}
    <scenario> when¦if¦with plan¦tier¦user¦customer is¦has¦=¦:¦on a¦an¦the¦ {e} plan¦tier¦user¦ ~> given {e}
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦ is¦has¦on¦with¦in¦ a¦an¦the¦ {e} plan¦tier¦user¦customer¦subscription¦ with¦and¦,¦has¦who has¦used¦ already¦ {q} {k} already¦used¦ ~> given {e} , {k} {q}
    <scenario> given¦when¦with¦if {k} is¦=¦:¦==¦ {q} ,¦and¦; user¦plan¦tier is¦=¦:¦==¦ {e} ~> given {e} , {k} {q}
    <scenario> given¦when¦with¦if user¦plan¦tier is¦=¦:¦==¦ {e} ,¦and¦; {k} is¦=¦:¦==¦ {q} ~> given {e} , {k} {q}
    <scenario> then¦expect {s} should¦must¦is¦are¦will¦would be¦ blocked¦denied¦locked¦forbidden¦refused ~> expect {s} denied
    <scenario> then¦expect {s} should¦must¦is¦are¦will¦would be¦ allowed¦open¦unlocked¦available¦possible ~> expect {s} allowed
    <scenario> then¦expect creating¦adding¦using¦making¦one¦another¦opening a¦an¦another¦one¦more¦the¦ {k} is¦are¦to¦should be¦ denied¦blocked¦refused¦locked ~> expect {k} denied
    <scenario> then¦expect creating¦adding¦using¦making¦one¦another¦opening a¦an¦another¦one¦more¦the¦ {k} is¦are¦to¦should be¦ allowed¦possible¦ok ~> expect {k} allowed
    <scenario> then¦expect {w} to¦should¦must be¦equal {q} ~> expect {w} is {q}
    <rule> reminders¦reminder¦remind¦warn¦notify¦alert at¦when¦after¦on {q} ,¦and¦/ {Q} ,¦and¦/ and¦ {u} ~> reminder at {q} ⏎ reminder at {Q} ⏎ reminder at {u}
    <rule> reminders¦reminder¦remind¦warn¦notify¦alert at¦when¦after¦on {q} ,¦and¦/ {Q} ~> reminder at {q} ⏎ reminder at {Q}
    <rule> reminder¦remind¦warn¦notify¦alert¦show me¦us¦user¦users¦them¦the¦reminder¦ users¦user¦ when¦at¦if¦after¦for¦with only¦ {q} {k} are¦is¦ left¦remaining¦remain¦remains [{x}] ~> reminder at {L} [{x}]
    <rule> reminder¦remind¦warn¦notify¦alert¦show me¦us¦user¦users¦them¦the¦reminder¦ users¦user¦ when¦at¦if¦after¦for¦with only¦ {q} are¦is¦ left¦remaining¦remain¦remains [{x}] ~> reminder at {L} [{x}]
    <rule> show¦open¦display the¦a¦ paywall¦upsell¦popup¦dialog {x} ~> prompt as paywall ⏎ message {x}
    <rule> on¦at¦when the¦ limit¦denied¦reached¦block¦limit-reached reached¦is¦ reached¦ :¦,¦->¦ show¦open¦ the¦a¦ paywall ~> prompt as paywall
    <rule> show¦open¦display the¦a¦ paywall ~> prompt as paywall
    <rule> enforce¦enforcement¦mode¦type¦kind soft ~> soft
    {k} at most {q} for¦with¦on¦in @ user¦users¦plan¦tier¦ ~> {k} at most {q}
    {k} at most {q} for¦with¦on¦in¦ @ ,¦;¦/ {Q} for¦with¦on¦in¦ {e} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} at most {q} for¦with¦on¦in¦ @ ,¦;¦/ {Q} for¦with¦on¦in¦ {e} ,¦;¦/ {u} for¦with¦on¦in¦ {g} ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} @ at¦最多¦不超过¦: most¦ {q} ,¦; {e} 最多¦不超过¦:¦ {Q} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} :¦is¦are¦at¦max most¦ {q} / {Q} ~> {k} at most {q} ⏎ {Q} with {M2}
    {k} :¦is¦are¦at¦max most¦ {q} / {Q} / {u} ~> {k} at most {q} ⏎ {Q} with {T} ⏎ {u} with {M3}
    {k} < {q} for¦with¦on¦in @ users¦ ~> {k} at most {n}
    {k} < {q} {u} for¦with¦on¦in @ users¦ ~> {k} at most {q} {u}
    maximum¦max¦at¦up¦only most¦to¦ {q} {k} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q}
    maximum¦max¦at¦up¦only most¦to¦ {q} {k} per¦a¦each¦every {x} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q} per {x}
    {q} {k} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q}
    @ user¦users¦customer¦customers¦ gets¦get¦has¦have {q} {k} per¦a¦each¦every {x} ~> {k} at most {q} per {x}
    every¦each user¦customer gets¦get¦has¦have {q} {k} per¦a¦each¦every {x} ~> {k} at most {q} per {x}
    {q} {k} per¦/¦a¦each¦every {x} for¦with¦in¦on {e} ~> ? {k} at most 10 per {x} ⏎ {q} with {e}
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes daily ~> {k} at most {q} per day
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes weekly ~> {k} at most {q} per week
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes monthly ~> {k} at most {q} per month
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes yearly¦annually ~> {k} at most {q} per year
    {s} is¦are¦ available¦included¦enabled¦there¦allowed¦only in¦for¦on¦with¦from {e} plan¦plans¦tier¦tiers¦ and¦or above¦higher¦up¦better¦beyond plans¦tiers¦ ~> {s} requires {e}
    {s} :¦is enabled¦available¦allowed¦on for¦in¦with¦to {e} ~> {s} requires {e}
    {s} 只对¦仅对¦仅限 {e} 用户¦ 开放¦可用¦使用¦ ~> {s} requires {e}
    if¦when¦unless not¦no¦ {e} then¦,¦:¦ no¦hide¦block¦disable {f} ~> {f} requires {e}
    {s} is¦are coming soon¦later ~> {s} is off
    {f} rollout¦rolled :¦out¦ to¦is¦=¦at¦:¦ {q} of¦ users¦ ~> rollout {f}-rollout is {q} of users ⏎ {f} is off unless in {f}-rollout
    free¦ trial {q} of¦for¦: {e} ~> grant {e} for {q} after {d}

    """
}
