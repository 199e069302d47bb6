extension OtherForm {
  /// Rows about facts that a policy may lack, and about steps of the limit that stands above.
  static let elsewhere = """
    {z} is¦are¦works¦work¦runs¦opens¦ only¦just¦exclusively available¦allowed¦open¦enabled¦visible¦shown¦works¦work¦ on¦in¦for¦to¦from¦with¦when¦if¦by¦ {p} ~> {z} is off unless {p}
    {z} is¦are¦works¦work¦runs¦opens¦ available¦allowed¦open¦enabled¦visible¦shown¦ only¦just on¦in¦for¦to¦from¦with¦when¦if¦by {p} ~> {z} is off unless {p}
    {z} on¦in¦for¦is¦: {p} only ~> {z} is off unless {p}
    {z} is¦are¦ available¦allowed¦open¦enabled¦visible¦shown¦included¦supported¦works¦work¦ on¦in¦for¦to¦from¦with¦if¦by {p} only¦ ~> {z} is off unless {p}
    {z} requires¦require¦needs¦need {p} only¦ ~> {z} is off unless {p}
    {z} is¦are¦requires¦ {p} only¦exclusive ~> {z} is off unless {p}
    only {p} can¦may¦gets¦get¦has¦have¦should use¦access¦see¦open¦ {z} ~> {z} is off unless {p}
    only on¦in¦for {p} is¦are¦: {z} available¦allowed¦open¦ ~> {z} is off unless {p}
    {p} only :¦ {z} ~> {z} is off unless {p}
    {z} is¦are¦does¦do¦works¦work¦should¦can¦must¦ not¦isn't¦never be¦ available¦allowed¦open¦enabled¦visible¦shown¦supported¦work¦accessible¦ on¦in¦for¦to¦from¦with¦when¦if¦by¦before¦ {p} ~> {z} is off when {p}
    {z} is¦are isn¦aren ' t available¦allowed¦open¦enabled¦visible¦shown¦supported¦ on¦in¦for¦to¦from {p} ~> {z} is off when {p}
    {z} is¦are¦ doesn¦isn¦don ' t work¦available¦allowed on¦in¦for¦to¦from {p} ~> {z} is off when {p}
    {z} is¦are¦ blocked¦closed¦disabled¦forbidden¦banned¦hidden¦unavailable¦locked¦off¦denied¦prohibited¦removed¦restricted on¦in¦for¦to¦from¦when¦if {p} ~> {z} is off when {p}
    {z} is¦are¦ blocked¦closed¦disabled¦hidden¦unavailable¦locked¦off¦denied outside except¦unless of¦on¦in¦for¦ {p} ~> {z} is off unless {p}
    no {z} on¦in¦for¦from¦before {p} ~> {z} is off when {p}
    block¦disable¦hide¦forbid¦deny¦lock¦close¦ban¦remove {z} on¦in¦for¦to¦from¦if¦when {p} ~> {z} is off when {p}
    {p} can¦may¦do¦does cannot¦not¦never use¦access¦see¦have¦get¦open {z} ~> {z} is off when {p}
    {p} cannot¦never use¦access¦see¦have¦get¦gets¦open {z} ~> {z} is off when {p}
    {z} is¦are¦ available¦allowed¦open¦works¦ everywhere¦anywhere¦always but¦except¦besides¦excluding not¦ on¦in¦for¦from¦ {p} ~> {z} is off when {p}
    {z} is¦are¦ available¦allowed¦open¦works¦ on¦for everywhere¦all¦everything platforms¦countries¦devices¦users¦ but¦except not¦ on¦in¦for¦from¦ {p} ~> {z} is off when {p}
    allow¦enable¦show¦open¦permit {z} only¦just on¦in¦for¦to¦from¦if¦when {p} ~> {z} is off unless {p}
    allow¦enable¦show¦open¦permit {z} on¦in¦for¦to¦from¦if¦when {p} only¦ ~> {z} is off unless {p}
    {z} requires¦require¦needs {r} and¦&¦, {p} ~> {z} requires {r} ⏎ {z} is off unless {p}
    {z} requires¦require¦needs {r} but¦and¦, only on¦in¦for {p} ~> {z} requires {r} ⏎ {z} is off unless {p}
    {z} requires¦require¦needs {r} on¦in¦for¦when¦if¦from {p} ~> {z} requires {r} when {p}
    {z} requires¦require¦needs {r} except¦unless¦but not¦ on¦in¦for¦from¦if¦ {p} ~> {z} requires {r} unless {p}
    {z} is¦are¦ free¦open on¦in¦for¦to {p} ~> {z} requires {T} unless {p}
    {p} get¦gets¦has¦have¦can¦may use¦ {z} for¦ free ~> {z} requires {T} unless {p}
    {p} get¦gets¦has¦have {e} for¦ free¦ ~> grant {e} when {p}
    give¦grant {e} to¦for all¦every¦ {p} for¦ free¦ ~> grant {e} when {p}
    grant {e} on¦in¦to¦for¦if {p} ~> grant {e} when {p}
    <product> for¦available¦sold¦offered¦only¦sale for¦only¦sale¦available¦ on¦in¦for¦to {p} only¦ ~> for sale when {p}
    <product> for sale¦ only¦ on¦in¦for¦to {p} only¦ ~> for sale when {p}
    <product> not¦never for¦sold¦available sale¦ on¦in¦for¦to {p} ~> for sale unless {p}
    <limit> {l} is¦are¦:¦ unlimited¦infinite for¦with¦in¦on¦if {r} ~> unlimited with {r}
    <limit> unlimited¦infinite {l} for¦with¦in¦on¦if {r} ~> unlimited with {r}
    <limit> {e} is¦can¦may¦has¦have¦gets¦get¦: have¦use¦create¦ unlimited¦infinite {l}¦ ~> unlimited with {e}
    <limit> {l} at most {q} for¦with¦in¦on¦if {r} ~> {q} with {r}
    <limit> {l} at most {q} per {x} for¦with¦in¦on¦if {r} ~> {q} with {r}
    <limit> {e} can¦may¦has¦have¦gets¦get¦: have¦use¦create¦ up¦at¦max¦ to¦most¦ {q} {l} ~> {q} with {e}
    <limit> {e} can¦may¦has¦have¦gets¦get¦: have¦use¦create¦ up¦at¦max¦ to¦most¦ {q} {l} per¦a¦each¦every¦/ {x} ~> {q} with {e}
    <limit> {l} for¦with¦in {e} :¦is¦are¦at¦ most¦ {q} ~> {q} with {e}
    <limit> {e} :¦gets¦get¦has¦have¦can¦up to¦have¦ {q} ~> {q} with {e}
    {z} is¦are¦ available¦open¦allowed¦works¦valid¦usable¦visible¦shown¦there¦offered¦ only¦just¦ from¦between {i} to¦until¦till¦through¦and¦- {j} only¦ ~> {z} is off until {i} ⏎ {z} is off from {j}
    {z} is¦are¦ available¦open¦allowed¦works¦valid¦usable¦visible¦shown¦there¦offered¦ only¦just¦ from¦since¦starting¦after¦as on¦of¦ {i} on¦onwards¦only¦ ~> {z} is off until {i}
    {z} starts¦start¦opens¦open¦begins¦begin¦launches¦launch¦releases¦comes on¦at¦in¦from¦out {i} ~> {z} is off until {i}
    {z} is¦are¦ available¦open¦allowed¦works¦valid¦usable¦visible¦shown¦there¦offered¦ only¦just¦ until¦till¦through¦before¦by {i} only¦ ~> {z} is off from {i}
    {z} ends¦end¦closes¦close¦expires¦expire¦stops¦stop¦disappears¦retires on¦at¦after¦in¦from¦ {i} ~> {z} is off from {i}
    {z} is¦are¦ off¦closed¦disabled¦unavailable¦hidden¦removed¦gone¦locked¦blocked after¦since {i} ~> {z} is off from {i}
    {z} is¦are¦ closed¦disabled¦unavailable¦hidden¦removed¦gone¦locked¦blocked from¦on {i} ~> {z} is off from {i}
    {z} is¦are¦ closed¦disabled¦unavailable¦hidden¦locked¦blocked before¦until¦till {i} ~> {z} is off until {i}
    {z} is¦are¦ off before {i} ~> {z} is off until {i}
    {z} is¦are¦ not available¦open¦allowed¦there¦visible¦usable before¦until¦till {i} ~> {z} is off until {i}
    {z} is¦are¦ not available¦open¦allowed¦there¦visible¦usable after¦from¦since {i} ~> {z} is off from {i}
    no {z} before¦until {i} ~> {z} is off until {i}
    no {z} after¦from¦since {i} ~> {z} is off from {i}
    open¦enable¦show¦allow¦launch¦release {z} from¦on¦after¦since¦at¦starting {i} ~> {z} is off until {i}
    close¦disable¦hide¦block¦remove¦retire¦stop {z} from¦on¦after¦since¦at {i} ~> {z} is off from {i}
    from {i} to¦until¦till¦through {j} only¦: {z} ~> {z} is off until {i} ⏎ {z} is off from {j}
    {z} requires¦require¦needs nothing until¦before¦till {i} ,¦and¦; then¦afterwards¦after requires¦require¦needs¦ {r} ~> {z} requires {r} from {i}
    {z} is¦are¦ free until¦before¦till {i} ,¦and¦; then¦afterwards¦ after¦ requires¦require¦needs¦for¦ {e} only¦ ~> {z} requires {e} from {i}
    {z} is¦are¦ free until¦before¦till {i} ~> {z} requires {T} from {i}
    {z} is¦are¦ free from¦since¦after {i} ~> {z} requires {T} until {i}
    {z} is¦are¦ free from¦between {i} to¦until¦and¦till {j} ~> {z} requires {T} until {i} ⏎ {z} requires {T} from {j}
    rollout {f} :¦=¦is¦at¦to¦with¦ {q} of¦ users¦ from¦on¦starting¦since {i} ,¦and¦then¦; 100% of¦ users¦ from¦on¦since {j} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} until {j} unless in {f}-rollout
    {f} for¦is¦:¦to {q} of¦ users¦ from¦on¦starting¦since {i} ,¦and¦then¦; everyone¦everybody¦all¦100% of¦ users¦ from¦on¦since {j} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} until {j} unless in {f}-rollout
    rollout {f} :¦=¦is¦at¦to¦with¦ {q} of¦ users¦ from¦on¦starting¦since {i} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} unless in {f}-rollout
    {f} for¦is¦:¦to {q} of¦ users¦ from¦on¦starting¦since {i} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} unless in {f}-rollout

    """
}
