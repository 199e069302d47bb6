extension PageSentence {
  /// The ways in which pages say things, in the notation of `OtherForm`: where the line stands, the
  /// thing, and the words; a hole in `[` and `]` may be left out. The first row that fits and has a
  /// message counts.
  static let table = """
    step times: {q} times¦x¦×¦fold with¦for¦in¦on {r}
    step times: {q} times¦x¦×¦fold {x} with¦for¦in¦on {r}
    step times: x¦× {q} with¦for¦in¦on {r}
    step times: {q} {x} with¦for¦in¦on {r}
    step times: {q} with¦for¦in¦on {r}
    step times: double¦twice¦triple¦thrice¦quadruple¦half with¦for¦in¦on {r}
    step times: double¦twice¦triple¦thrice¦quadruple¦half {x} with¦for¦in¦on {r}
    step more: {q} more¦extra¦additional¦another [{k}] with¦for¦in¦on {r}
    step more: {q} [{k}] more¦extra¦additional with¦for¦in¦on {r}
    step more: {q} [{k}] on top with¦for¦in {r}
    step more: +¦plus¦another¦extra¦additional {q} more¦extra¦ [{k}] with¦for¦in¦on {r}
    step more: with¦for¦in¦on {e} +¦plus¦another¦ {q} more¦extra¦additional [{k}]
    step more: {e} :¦gets¦get¦has¦have¦ +¦plus¦another¦ {q} more¦extra¦additional [{k}]
    any least: {k} at¦is¦are¦has¦have at¦ least¦minimum¦min [{x}] {q} with¦for¦in¦on {e}
    any least: {k} minimum¦min of¦is¦:¦=¦ {q} with¦for¦in¦on {e}
    any least: {k} at least {q}
    any least: {k} minimum¦min of¦is¦:¦=¦ {q}
    any least: at¦minimum¦min least¦of¦ {q} {k}
    any least: at¦minimum¦min least¦of¦ {q} {k} with¦for¦in¦on {e}
    product least: from¦at¦minimum¦min least¦of¦ {q} {u}
    any least: minimum¦min {k} :¦=¦is¦of¦ {q}
    rule lead: reminder¦remind¦warn at¦when¦ {q} before the¦its¦their¦your¦ limit¦cap¦quota¦maximum is¦ reached¦ [{x}]
    rule lead: reminder¦remind¦warn at¦when¦ {q} before it¦they runs¦run out [{x}]
    rule lead: reminder¦remind¦warn at¦when¦with {Q} {u} left¦remaining [{x}]
    uses gives: gives¦give¦earns¦earn¦returns¦return¦restores¦restore¦adds¦awards¦rewards¦refunds {q} {k} [{x}]
    uses gives: gives¦give¦earns¦earn¦returns¦return¦restores¦restore¦adds¦awards¦rewards¦refunds {k} {q}
    any gives: {f} gives¦give¦earns¦earn¦returns¦return¦restores¦restore¦adds¦add¦awards¦award¦rewards¦refills {q} {k} [{x}]
    any gives: {f} gives¦give¦earns¦earn¦returns¦return¦restores¦restore¦adds¦add¦awards¦award¦rewards¦refills {q} {u} {k}
    any gives: {l} gives¦give¦earns¦earn¦returns¦return¦restores¦restore¦awards¦award¦rewards {q} {k} [{x}]
    step agreed: custom¦negotiated¦negotiable¦individual¦bespoke¦flexible¦tailored¦agreed amount¦limit¦number¦quantity¦ with¦for¦in¦on {r}
    step agreed: on¦upon request with¦for¦in¦on {r}
    step agreed: as¦by agreed¦agreement¦contract¦arrangement with¦for¦in¦on {r}
    step agreed: contact us¦sales with¦for¦in¦on {r}
    step agreed: allowance with¦for¦in¦on {r}
    step window: {q} per {w} with {r}
    step window: {q} per {Q} with {r}
    step ceiling: {q} for each of¦ {w} with {r} ,¦but¦; at¦up most¦to {Q} [{x}]
    step ceiling: {q} for each of¦ {w} with {r} ,¦but¦; max¦maximum {Q}
    step ceiling: {q} for each of¦ {w} ,¦but¦; at¦up most¦to {Q} with {r}
    step ceiling: {q} for each of¦ {w} ,¦but¦; max¦maximum {Q} with {r}
    any ceiling: {k} at most {q} for each of¦ {w} ,¦but¦; at¦up most¦to {Q} [{x}]
    any ceiling: {k} at most {q} for each of¦ {w} ,¦but¦; max¦maximum {Q}
    any ceiling: setting {k} is {q} for each of¦ {w} ,¦but¦; at¦up most¦to {Q}
    step sum: {q} and¦plus¦+¦, {Q} for each of¦ {w} with {r}
    step sum: {Q} for each of¦ {w} and¦plus¦+¦, {q} with {r}
    any sum: {k} at most {q} and¦plus¦+¦, {Q} for each of¦ {w} [{x}]
    any sum: {k} at most {Q} for each of¦ {w} and¦plus¦+¦, {q} [{x}]
    step money: {q} with¦for {r}
    step money: $¦€¦£ {q} with¦for {r}
    any money: {k} at most {q}
    any money: {k} at most {q} {x}
    any money: {k} at most $¦€¦£ {q} [{x}]
    any money: {k} >¦>= {q} [{x}]
    any money: {k} >¦>= $¦€¦£ {q} [{x}]
    any own: {k} at most {w} [{C}]
    any own: {k} at most {w} [{C}] per {x}
    step own: {w} [{C}] with {r}
    any fraction: {s} uses¦use {q} [{x}]
    uses fraction: {q} of¦ {k} [{x}]
    rule carries: unused¦leftover [{k}] does¦do not roll¦carry over [{x}]
    rule carries: unused¦leftover [{k}] doesn¦don ' t roll¦carry over [{x}]
    rule carries: {k} does¦do not roll¦carry over [{x}]
    rule carries: {k} doesn¦don ' t roll¦carry over [{x}]
    rule carries: unused¦leftover [{k}] expires¦expire [{x}]
    rule carries: unused¦leftover [{k}] is¦are lost¦gone [{x}]
    rule carries: no rollover¦roll-over¦carryover¦carry-over [{x}]
    rule carries: nothing rolls¦carries over [{x}]
    rule mostBeyond: then {x} ,¦and at¦up most¦to {q} per¦a¦each¦every {y}
    rule mostBeyond: then {x} ,¦and at¦up most¦to {q} more per¦a¦each¦every {y}
    rule ownBeyond: then {x} ,¦and at¦up most¦to {w} [{C}] [{y}]
    product mostSold: price {x} for each of {w} ,¦and¦but and¦but¦ at¦up most¦to {q} [{y}]
    product mostSold: price {x} for each of {w} ,¦and¦but max¦maximum of¦ {q} [{y}]
    product mostSold: price {x} for each of {w} , at least {Q} ,¦and¦but¦ and¦but¦ at¦up most¦to {q} [{y}]
    product mostSold: price {x} for each of {w} , at least {Q} ,¦and¦but¦ max¦maximum {q} [{y}]
    product mostSold: price {x} for each of {w} ,¦( from¦between¦ {Q} to¦-¦–¦and¦until¦.. {q} )¦ [{y}]
    product onRequest: price on¦upon request ,¦ for each of¦ {w} [{x}]
    product onRequest: price on¦upon request ,¦ per¦/ {w} [{x}]
    product share: introductory price¦discount¦offer¦ of¦:¦ {q} off¦discount¦less¦cheaper¦rebate¦ [{x}]
    product offerUntil: introductory price {x} until¦till¦before¦by {i}
    product offerUntil: introductory price {x} from {i}
    product saleIn: for sale only¦ in¦to¦for only¦ {x}
    product trialFor: trial of¦for¦ {q} for¦to only¦ {x} only¦
    product trialFor: trial of¦for¦ {q} once¦only [{x}]
    product expires: expires¦expire¦expiring¦lapses¦ends after¦in¦within {q} [{x}]
    product expires: valid¦lasts¦usable¦good¦available for¦during¦ {q} [{x}]
    product expires: {k} expires¦expire¦lapse¦lapses¦are¦is valid¦ after¦in¦within¦for {q} [{x}]
    product ends: price {q} {C} for {Q}
    product ends: price {q} {C} once for {Q}
    product pass: price {x} per¦a¦each day¦hour¦night
    product refund: refund¦refunds¦refundable¦non-refundable¦nonrefundable¦moneyback¦money-back [{x}]
    product refund: money back¦guarantee [{x}]
    product refund: no refund¦refunds¦refunding [{x}]

    """
}
