/// The words that people write in place of those of the language: synonyms, other languages, the
/// notations of tables and programs. It is the one table of them, and a row is all that a new one
/// needs. Whether a word is meant so at its place, the grammar says: `Reworder` tries.
struct OtherWords: Sendable {
  /// One way to say a phrase in the language.
  struct Meaning: Sendable {
    /// The words of the language; empty where the phrase says nothing.
    var words: String
    /// The place among the meanings: a later one costs more.
    var rank: Int
  }

  /// A phrase with its meanings, the likeliest first.
  private struct Phrase: Sendable {
    var words: [String]
    var meanings: [Meaning]
  }

  /// The phrases by their first word.
  private var phrases: [String: [Phrase]] = [:]
  /// Each word of them.
  private var words: Set<String> = []

  static let shared = OtherWords()

  private init() {
    for table in [Self.rules, Self.signs, Self.clauses, Self.declarations, Self.scenarios] {
      for row in table.split(separator: "\n") { enter(row) }
    }
  }

  /// `requires: needs, braucht, is only for`
  private mutating func enter(_ row: Substring) {
    guard let colon = row.firstIndex(of: ":") else { return }
    let meant = String(row[..<colon])
    for phrase in row[row.index(after: colon)...].split(separator: ",") {
      let words = phrase.split(separator: " ").map { $0 == "comma" ? "," : String($0) }
      self.words.formUnion(words)
      if let first = words.first { enter(words, first, meant: meant == "-" ? "" : meant) }
    }
  }

  private mutating func enter(_ words: [String], _ first: String, meant: String) {
    var same = phrases[first] ?? []
    if let index = same.firstIndex(where: { $0.words == words }) {
      same[index].meanings.append(Meaning(words: meant, rank: same[index].meanings.count))
    } else {
      same.append(Phrase(words: words, meanings: [Meaning(words: meant, rank: 0)]))
    }
    phrases[first] = same
  }

  /// Whether a word is part of a phrase.
  func says(_ word: String) -> Bool { words.contains(word) }

  /// The meanings of the pieces from a place on, with the number of pieces.
  func meanings(of pieces: [Piece], at start: Int) -> [(count: Int, meanings: [Meaning])] {
    guard let same = phrases[pieces[start].folded] else { return [] }
    var found: [(count: Int, meanings: [Meaning])] = []
    for phrase in same where start + phrase.words.count <= pieces.count {
      var fits = true
      for (offset, word) in phrase.words.enumerated() {
        let piece = pieces[start + offset]
        if piece.isNew || piece.folded != word { fits = false }
      }
      if fits { found.append((phrase.words.count, phrase.meanings)) }
    }
    return found
  }
}

extension OtherWords {
  /// Clauses of products, rules and meters.
  static let clauses = """
    grants: gives,gibt,gewährt,includes,contains,unlocks,opens,provides,enables,has,entitlement
    grants: entitlements,granting,grant,授予,提供,requires,tier,plan,include,allows,unlock,give,comes with
    grants: access,access to,gives access to,level,entitles to,entitles,activates,grants access to
    grants: grants tier,grants plan,grants the,is for,gets,for,with
    adds: add,plus,increases,extra,raises,bonus,gives,+,additional,adding,grants,tops up,top up,with
    adds: includes,contains,increase,more
    price: costs,cost,preis,kostet,price is,prices,价格,amount,pricing,price :,fee,rate,charge,msrp,for
    price: price from,starts at,is,priced at,costs only,monthly price,yearly price,base price
    trial: free trial,trial period,trial of,try,try for,probezeit,试用,trial period of,with trial
    trial: trial for,intro,free for,free trial of,free trial for,with a trial of,with a free trial of
    trial: trial is,testphase,trial lasts,has trial,introductory,trial length,trial time,free period
    trial: free,test,trialing,trial duration,trial days
    shared with family: family sharing,family,shareable,family shared,family sharing on,shared
    shared with family: can be shared with family,shared by family,family sharing yes,sharing,share
    shared with family: family sharing enabled,family sharing allowed,family-sharing,familyshareable
    shared with family: share with family,shared with the family,shared with families,allows family sharing
    shared with family: shared within family,for family,for families,family share,familienfreigabe
    shared with up to: shared with,shared by up to,shared by,shared among,share with,family of,shared between
    shared with up to: shared with max,shared with at most,shareable with,for up to,sharing up to,up to
    sold as: id,sku,product id,sold under,product-id,sells as,store id,identifier,productid,sold with
    sold as: sold with id,store-id,store,sold,sold id,appstore id,app store id,as,called,bundle id
    sold as: app-store,google-play,stripe,product_id,play store id,apple id,is sold as,ios,android
    on app-store: on ios,on apple,on appstore,in appstore,in the app store,on app store,on iphone
    on app-store: in app-store,for ios,on the app store,for app-store,at app-store,on itunes
    on google-play: on android,on google,on play store,on google play,in google-play,on playstore
    on google-play: on play,for android,on the play store,in play store,for google-play
    on stripe: on web,in stripe,via stripe,for stripe,by stripe,with stripe,at stripe
    recommended: most popular,popular,highlight,highlighted,best value,featured,is recommended,default
    recommended: recommend,preferred,bestseller,best,empfohlen,推荐,recommended yes,recommended true
    recommended: highlight this,recommended plan,best choice,top,mark as recommended,recomended
    benefit: feature,benefits,bullet,advantage,perk,includes,point,features,highlight,bullets,vorteil
    benefit: description,text,with benefit,subtitle,perks,line,label,tagline,优点
    not for sale: hidden,unlisted,not sold,no sale,discontinued,legacy,not available,retired
    not for sale: deprecated,unavailable,archived,is not for sale,no longer sold,no longer for sale
    not for sale: not on sale,internal,not purchasable,not sellable,off sale,removed,private,never for sale
    not for sale: cannot be bought,can't be bought,not buyable,unsellable,disabled,inactive,for nobody
    for sale: on sale,sold,available,sale,offered,purchasable,buyable,sell,sold to,visible,show
    for sale: is for sale,sells,is available,is sold,only for sale,available for sale,for purchase
    for sale: to buy,offer,only available,only sold,buy,can be bought
    for sale until: ends,available until,sold until,expires,sale ends,end,offer ends,valid until
    for sale from: starts,available from,sold from,available after,launch,start,available since
    for sale with: for,only for,for sale to,for sale for,sold to,available to,offered to,available for
    for sale when: only when,only if,for sale if,available when,available if,only in,for sale in,only on
    for sale when: for sale on,available on,available in,sold in,sold when,in
    for sale without: not for,for sale except for,not sold to,only without,hidden for,not for sale with
    for sale without: unless,for sale unless,for sale only without
    only with: requires,needs,addon to,add-on to,add on to,addon for,only for,for,depends on,addon of
    only with: needs product,only together with,requires product,upgrade of,extends,belongs to,add-on for
    only with: only if,only in addition to,together with,with,only for product,only with product
    not with: cannot be bought with,never with,not combinable with,not together,replaces the
    not with: excludes,conflicts with,replaces,instead of,exclusive with,incompatible with,without
    not with: cannot be combined with,not together with,conflicts,not in addition to,upgrades
    not with: upgrade from,supersedes,not and,either,exclusive,cannot be held with,excluded with
    grace: grace period,grace period of,grace for,grace of,kulanz,grace is,grace time,payment grace
    grace: billing grace,with grace,graceperiod,grace-period,宽限
    until used up: until used,until empty,until it is used,until consumed,one time,consumable,once
    until used up: till used up,until they are used,until exhausted,until gone,until spent,as a pack
    for each of: per,for each,for every,each,per each,pro,je,for one,/,per unit of,by,每
    once: one time,one-time,lifetime,onetime,forever,for ever,for life,einmalig,one off,one-off,一次性
    once: single payment,single,per lifetime,only once,for lifetime,one time payment,per once,total
    on request: contact us,contact sales,custom,individual,negotiable,on demand,auf anfrage,call us
    on request: ask us,tbd,by request,upon request,request,is on request,talk to us,按需,unknown
    at least: min,minimum,from,minimum of,mindestens,no less than,starting at,>=,or more
    or: and,/,|,;,then,also,comma
    reminder at: remind at,warn at,warning at,notify at,alert at,reminder after,reminder on,hint at
    reminder at: reminder when,remind when,notification at,reminder,remind me at,reminds at
    reminder at: erinnerung bei,warn when,warning,提醒,notify when,remind after,warn after,reminders at
    reminder at: remind,alert,notify,remind user at,show reminder at,reminder from,reminder if
    reminder at: remind from,nudge at,remind the user at,reminder at the,warn,notice at,reminder for
    prominent: loud,important,strong,urgent,high,big,modal,warning,critical,strongly,visible,bold
    gentle: soft,quiet,low,mild,toast,subtle,banner,gently,small,light,silent,soft reminder
    snooze: snoozed for,remind again after,repeat after,repeat every,again after,snooze for,cooldown
    snooze: dismiss for,snoozed,snoozes,then again after,at most every,every,not more than every,hide for
    snooze: mute for,snooze of,dismissable for,for,pause
    message: upgrade text,upgrade message,paywall text,denied text,denied message,upsell text,lock text
    message: refusal text,error text,show text,display text,display message,upsell,cta,locked text,copy
    message: text,say,show,error,msg,says,nachricht,tell,消息,display,notice,error message,with message
    message: show message,label,message is,hint,info,meldung,explanation,title,description,saying
    because: reason,comment,note,why,due to,weil,since,原因,rationale,reason is,explanation,todo,as
    soft until: warn until,grace until,warning until,only warn until,soft launch until,soft till
    soft until: warn only until,soft before,soft to,lenient until,enforced from,strict from,hard from
    soft until: enforce from,deny from,starts on,warns until
    soft: warn,warn only,warning,only warn,soft limit,just warn,do not block,not enforced,lenient
    soft: warn user,dry run,warnings only,soft mode,soft yes,no block,log only,only warning,don't block
    running use may finish: running may finish,may finish,let running finish,running uses may finish
    running use may finish: running use can finish,allow to finish,running can finish,can finish
    running use may finish: current use may finish,let it finish,running use finishes,may continue
    running use may finish: running use may end,running use may continue,running may continue
    running use may finish: running use continues,running use is allowed,allow running use,grandfather
    prompt as: prompt with,show as,present as,show,display as,presentation,prompt type,ui,prompt is
    prompt as: prompt style,prompt a,prompt,style,paywall,popup,open,prompt by,prompt in,use prompt
    prompt as paywall: show paywall,show the paywall,open paywall,paywall,with paywall,prompt paywall
    prompt as paywall: display paywall,prompt a paywall
    not dismissible: not dismissable,undismissible,cannot be dismissed,can't be dismissed,non-dismissible
    not dismissible: no dismiss,can not be dismissed,not closable,blocking,no close,not skippable
    instead use: instead,use instead,fallback,fall back to,otherwise use,or use,alternative,else
    instead use: fallback to,downgrade to,else use,offer,offer instead,use,otherwise,instead of that use
    instead use: instead offer,alternatively,fallback is,then use,replace with,stattdessen,switch to
    windows follow the calendar: calendar windows,resets on the calendar,window calendar,calendar
    windows follow the calendar: windows calendar,windows follow calendar,windows reset at midnight
    windows follow the calendar: windows are calendar,resets at midnight,window follows the calendar
    windows follow the calendar: windows fixed,windows by calendar,calendar based,reset at midnight
    windows follow the calendar: windows calendar based,resets on the first,windows start at midnight
    windows follow the calendar: resets every month,resets monthly,resets daily,windows begin at midnight
    windows roll: rolling,rolling window,rolling windows,sliding,sliding window,windows rolling
    windows roll: windows are rolling,window rolls,windows slide,window rolling,window is rolling
    windows roll: windows sliding,windows rolls,sliding windows,window roll,windows move,roll
    windows follow the subscription: windows follow subscription,windows follow billing,subscription
    windows follow the subscription: follows the billing cycle,resets with subscription,billing cycle
    windows follow the subscription: windows follow the billing cycle,resets on renewal,billing
    windows follow the subscription: windows begin with the subscription,window follows the subscription
    windows follow the subscription: windows follow the billing period,resets with renewal
    windows follow the subscription: follow the subscription,windows subscription,windows follow renewal
    windows follow the subscription: resets with the subscription,windows reset with the subscription
    windows follow the subscription: windows start with the subscription,windows by subscription
    windows begin with the first use: windows begin on first use,windows start with the first use
    windows begin with the first use: windows start at first use,windows begin with first use
    windows begin with the first use: windows begin at first use,windows start on first use
    windows begin with the first use: windows begin at the first use,starts with first use
    windows begin with the first use: windows start with first use,window begins with the first use
    windows begin with the first use: windows start at the first use,begin with the first use
    windows begin with the first use: windows from first use,windows begin on the first use
    counted for ever: counted forever,counted for always,counted for life,counted always
    counted per: counted by,counts per,count per,scoped to,counted for each,counted for,shared per
    counted per: per,belongs to,for each,by,counted per each,count by,counted in,pro,scope,each,shared by
    counted per: tracked per,measured per,counted on,grouped by,counted per the,is per,owner
    refills: refill,regenerates,recovers,restores,recharges,regains,regenerate,refilled,replenishes,gains
    refills: restore,refilling,recover,gets back,falls by,decreases by,resets
    refills 1 every: refills one every,refills every,refill every,refill one every,one every,refills a
    refills 1 every: recharges every,regenerates every,refills once every,refills per,refills each
    every: per,each,in,after,a,an,/,je,within,alle
    per month: per 30 days,every 30 days,per 4 weeks,per 31 days,per 1 month
    per year: per 365 days,per 12 months,every 12 months,per 1 year
    prompt not dismissible: not dismissable,not dismissible,cannot be dismissed,undismissible,no close
    snooze 1 day: every day,daily,once a day,each day,once per day,per day
    snooze 1 week: every week,weekly,once a week,each week,per week
    per month: pm,for 1 month,for one month,for a month
    per year: for 1 year,for one year,for a year
    shared with family: shareable with family,can be shared
    """

  /// Scenarios, claims and words that say nothing.
  static let scenarios = """
    given: with,having,has,assume,assuming,suppose,user has,when,setup,if,gegeben,where,and,the user has
    given: given that,context,user,state,假设,a user with,having a,given a,given the user has,angenommen
    expect: expects,then,should,assert,expected,erwarte,check,must,期望,expect that,assert that,dann
    expect: verify,result,so,outcome,expect the,ensure,it,that
    allowed: ok,yes,true,granted,permitted,works,unlocked,is allowed,can be used,available,open,free
    allowed: succeeds,are allowed,be allowed,erlaubt,accepted,should be allowed,is ok,is possible,允许
    allowed: to be allowed,is true,is permitted,passes,pass,enabled,possible,is granted,is open,allow
    allowed: is available,is unlocked,are unlocked,is on,will be allowed,are available,is enabled
    denied: no,blocked,locked,refused,forbidden,not allowed,is denied,are denied,false,disallowed,拒绝
    denied: rejected,fails,gesperrt,off,unavailable,be denied,is blocked,is locked,is not allowed
    denied: to be denied,is false,should be denied,not available,deny,is forbidden,is off,are blocked
    denied: fail,is unavailable,not ok,is refused,stopped,is stopped,are locked,limited,disabled,closed
    warned: warns,warning,soft,is warned,are warned,warn,be warned,with warning,警告
    because: due to,reason,with reason,for reason,since,by,as,with,weil,reason is,:,(
    limit-reached: limit,limit reached,over limit,limit exceeded,quota,limit-exceeded,quota-exceeded,full
    not-held: not held,no plan,missing,no entitlement,not bought,not owned,no-entitlement,not-owned,locked
    unlocked by: opened by,open with,opens with,ways in,unlock by,unlock with,unlocked with,buy,opened with
    unlocked by: upgrade to,needs,with,unlocks by,unlocked through,requires,way in,unlocked via,unlockable by
    unlocked by: offer,offers,by,to unlock buy,opens by,can buy,upgrades
    remaining: left,remains,with remaining,rest,remain,has left,leaves,with,remaining :,übrig,remaining of
    adding: plus,add,with adding,+,using,after adding,more,when adding,by,with,adds,consuming,for,of
    reaching: reach,reaches,total,up to,when reaching,to,going to,until,with,at
    continuing: continued,still running,while running,running,in progress,continues,started
    at: when date is,when the date is,when it is,when today is,given date is,given date,given the date
    at: given today is,given now,given at,if date is,the date is,given it is
    at: on,date,now,time,am,when,today is,time is,on date,at time,now is,as of,date is,@,at date,today
    until: till,to,ending,expires,expiring,through,valid until,ends,before,up to,expires on,for
    for ever: forever,always,without end,permanently,indefinitely,until forever,never ends,no end
    times: x,×,*,copies,pieces,amount,count,quantity
    product: bought,purchased,owns,has,subscription,plan,purchase,buys,buying,bought product,with product
    product: has product,has bought,subscribed to,owned,holds,a product
    is: =,:,equals,==,set to,are,->,as
    allowance: quota,extra,bonus,limit,with allowance,added
    with reminder at: reminder at,with reminder,reminds at,and reminder at,reminder,reminding at,warning at
    with reminder at: and remind at,and a reminder at,with a reminder at,with reminder of
    with no reminder: without reminder,no reminder,without a reminder,and no reminder,without reminders
    snoozed until: snooze until,snoozed to,snoozed till,sleeping until,quiet until
    with nothing: for everyone,for everybody,for all,for anyone,for all users,always,to everyone
    with nothing: with no plan,without anything,without plan,with none,without a plan
    without: unless,except with,if not,when not,lacking,with no,ohne,for non,but not with,not with
    with: for,if,when,having,in,to,mit,given,by,as,on
    when: and,on,if,where,while
    is at least: >=,at least,is minimum,≥,is more than,is not less than,min,minimum
    is at most: <=,at most,is maximum,≤,is not more than,max,maximum
    gets: receives,obtains
    yes: true,on,1,y,ja,是,enabled
    no: false,off,0,n,nein,否,disabled,not
    1: one,eine,ein,einen,一
    2: two,zwei,二
    3: three,drei,三
    4: four,vier
    5: five,fünf,五
    6: six,sechs,六
    7: seven,sieben,七
    8: eight,acht,八
    9: nine,neun,九
    10: ten,zehn,十
    12: twelve
    14: fourteen
    15: fifteen
    20: twenty
    30: thirty
    50: fifty
    100: hundred,a hundred,one hundred
    1000: thousand,a thousand,one thousand
    -: please,the,a,an,plan,plans,tier,tiers,users,user,subscription,subscribers,account,accounts,level
    -: members,member,only,all,must,be,to,of,also,then,is,are,it,just,will,should,shall,can,have,has
    -: that,which,any,period,customers,customer,people,subscriber,current,at,to be,used,using
    -: each,time,times,max,in total,total,at a time,items,pieces,by default,long,after that,out,as
    -: option,entitlement,entitlements,product,feature,features,fact,for,with,on,in,by,and,do,does
    -: per user,per person,per account,per customer,via,there,new,every,or more,so,mode,now
    -: access,version,later,usd,days,ago,percent,always,immediately,automatically,instead,value,e.g.
    -: offline,online,number of,amount of,count of,the number of,message,text,total number of,label,with text,saying
    -: create,define,declare,else,purchase of,subscription to,new,add
    -: or higher,or better,or above,and up,and higher,and above,or greater,anymore,any more,any longer
    unlimited: forever,for ever,always,lifetime,endless,all time,all history,no end,永久,永远
    -: !!,!!!
    -: of limit,of the limit,of it,either,both,feature only,min,minimum
    """
}

extension OtherWords {
  // Each row has the words of the language, and after `:` those that people write for them. `-` says that the
  // words can be left out. The order of the rows is the order in which meanings are tried.

  /// The words of rules.
  static let rules = """
    requires: needs,need,required,requiring,needed,requirs,braucht,brauchen,benötigt,benötigen
    requires: erfordert,erfordern,verlangt,setzt voraus,需要,要求,须要,nécessite,requiert,exige
    requires: requiere,necesita,precisa de,richiede,must have,has to have,depends on,demands,wants
    requires: needs a,requires a,requires the,needs the,is for,are for,is only for,are only for
    requires: is just for,only for,just for,is available for,is available with,is available in
    requires: are available for,are available with,are available in,available for,available with
    requires: available in,only available with,only available for,only available in
    requires: is only available for,is only available with,is only available in,is available to
    requires: are available to,is included in,are included in,included in,is included with
    requires: comes with,come with,is part of,are part of,part of,is in,are in,belongs to
    requires: belong to,is restricted to,restricted to,is limited to,only with,only in,only if
    requires: only when,only to,is locked behind,locked behind,is gated by,gated by,is behind
    requires: behind,is allowed for,is allowed with,is allowed if,are allowed for,allowed for
    requires: allowed with,allowed if,is enabled for,is enabled with,enabled for,enabled by
    requires: enabled if,is unlocked by,is unlocked with,unlocked by,unlocked with,unlocks with
    requires: is exclusive to,exclusive to,exclusive for,is reserved for,reserved for,free for
    requires: is free for,is free with,free with,is premium for,must be,is a,仅限,只限,属于,只有
    requires: nur für,nur mit,ist nur für,ist für,ist nur mit,für,mit,ab,only,of,to,at
    when: if,wenn,falls,where,while,provided,provided that,in case,as long as,whenever,only if
    when: only when,only on,as soon as,given,assuming,如果,当,若,si,se,quando,cuando,only for
    unless: except if,except when,except on,if not,when not,but not if,but not when,but not on
    unless: not if,not when,not on,außer wenn,ausser wenn,es sei denn,除非,without,except,excluding
    requires: for,with,if,when,in,from,after,by,is,are,on,gives,under,using,via,through
    requires nothing: is free,are free,free,is free for everyone,is free for all,is for everyone
    requires nothing: is for all,are for everyone,is available to everyone,is open,are open
    requires nothing: is available,are available,is open to everyone,is always allowed
    requires nothing: are always allowed,is always free,is public,is allowed,are allowed
    requires nothing: for everyone,for everybody,for all,is on,are on,is enabled,are enabled,is true
    requires nothing: requires none,requires no plan,has no limit,ist kostenlos,ist frei,免费,是免费的
    requires nothing: is unlimited,allowed,on,enabled,is included,available,is unlocked,needs nothing
    is off: is disabled,are disabled,is unavailable,are unavailable,is not available
    is off: are not available,is forbidden,are forbidden,is blocked,are blocked,is hidden
    is off: are hidden,is not allowed,are not allowed,is deactivated,off,disabled,is locked
    is off: are locked,is never allowed,is denied,are denied,is false,is turned off,are turned off
    is off: ist aus,ist nicht verfügbar,nicht verfügbar,不可用,ist gesperrt,ist deaktiviert,关闭,禁用,not available,not allowed,hidden,is removed
    is off: is not,does not exist,unavailable,turned off,is not possible,is not supported
    is off when: not for,is not for,are not for,not in,is not in,not on,is not on,hidden when
    is off when: hidden on,disabled on,disabled when,disabled in,unavailable on,unavailable in
    is off when: is disabled if,is off if,off if,off when,off on,is off for,is off on,is off in
    is off when: is not allowed on,is not allowed in,is not available on,is not available in
    is off when: is unavailable on,is disabled for,is hidden on,is not supported on,is blocked on
    is not allowed: is off,is forbidden,is denied,is blocked,forbidden,denied,not allowed,blocked
    is not allowed: is impossible,are not allowed,is never allowed,never,is not possible,not possible
    requires not: not for,not with,is not for,excludes,is excluded from,forbidden for,not if
    not: no,non,nicht,isn't,without,非,kein,keine
    and: und,plus,as well as,and also,along with,together with,和,与,及,以及,且,y,et,e,but
    or: oder,and/or,either,或,或者,ou,alternatively,resp
    everything: all,all features,alles,anything,every feature,all the features,*,全部
    everything except: everything but,all but,all except,all features except,alles außer
    everything except: everything without,everything excluding,everything other than
    except: but not,but,excluding,apart from,other than,besides,außer,without,除了
    nothing: none,no plan,everyone,everybody,anyone,anybody,all,null,no one,every user,all users
    nothing: nichts,alle,jeder,所有人,everyone's,any plan,any tier,no subscription,no requirement
    requires: be,have,has
    from: since,starting,starting on,starting from,starting at,beginning,beginning on,beginning from
    from: as of,effective,effective from,on,after,seit,ab,von,从,自,begins,begin,at,not before,starts
    from: only from,only after,only since,from the,beginning with,starting with,desde
    until: till,til,to,before,through,up to,ending,ending on,ends,ends on,bis,bis zum,直到,到
    until: expires,expires on,by,not after,up until,valid until,only until,只到
    after: from,since,of,following,post,nach,behind,past,upon
    unlimited: no limit,no limits,infinite,infinity,unbegrenzt,unbeschränkt,∞,any number,无限
    unlimited: without limit,limitless,不限,无限制,no cap,illimité,ilimitado,as many as you want,all
    unlimited: uncapped,none,unlimitted,unlimted,unlim,max,everything
    at most: máximo,hasta,al massimo,up to,max,maximum,limit,limited to,is limited to,are limited to,is at most
    at most: bis,不超过,máximo,maximo,máx,hasta,jusqu'à,au plus,al massimo,no more than,not more than,maximal,höchstens,bis zu,最多,至多,上限,<=,≤
    at most: capped at,is capped at,are capped at,cap,allowed,limit is,limit of,has limit
    at most: is max,is maximum,can be at most,may be at most,must be at most,is up to,=<,is,are
    at most: may not exceed,must not exceed,cannot exceed,can't exceed,should not exceed,to,not over
    at most: has a limit of,have a limit of,has limit of,is not more than,is no more than,=,==
    at most: is allowed up to,allowed up to,allow,allows,quota,has,lte
    requires: needs at least,is at least,at least,minimum,min,>=,≥
    per: a,an,each,every,/,in a,within a,for each,for every,je,每,in the last,within,during,over,par
    per: within the last,in,por,by,in one,in each,per each,in any,over the last,per every,um,pro
    per hour: hourly,an hour,per hr,stündlich,每小时,/h,per h,each hour,every hour,in an hour
    per day: daily,a day,each day,every day,täglich,am tag,每天,每日,per date,per 24h,per 24 h
    per day: per 1 day,per calendar day,pro tag,p/d,/d,today,in a day
    per week: weekly,a week,each week,every week,wöchentlich,每周,pro woche,in a week,per wk,per calendar week
    per month: monthly,a month,each month,every month,monatlich,每月,pro monat,per mo,per calendar month
    per month: /mo,mo,in a month,p.m.,im monat
    per year: yearly,annually,annual,a year,each year,every year,jährlich,每年,pro jahr,per yr,/yr
    per year: per annum,p.a.,yr,in a year,im jahr,per calendar year
    per 3 months: per quarter,quarterly,every quarter,a quarter,each quarter,pro quartal
    per 6 months: per half year,half-yearly,semiannually,biannually,every half year,per semester
    per 2 weeks: biweekly,fortnightly,per fortnight,every other week
    per minute: minutely,a minute,each minute,every minute,pro minute,每分钟,per min
    with: for,requires,require,needs,if,when,in,on,mit,für,having,only with,only for,with a,has
    with: with the,for the,wenn,且有,需要,to,given,at,braucht,only if,is for,are for
    > undecided: is undecided,are undecided,is unknown,tbd,to be decided
    requires: requires at least,requires min,requires minimum,requires either,requires both,needs at least
    requires: requires product,requires tier,requires plan,requires the tier,is only available to,then
    requires: require at least,require either,require both,is just available to,is available only to
    requires: is available only with,is available only for,is available only in,needs either
    when: when on,when in,if on,if in,when using,iff,if and only if,when user is on,when running on
    until: for
    """

  /// Signs and comparisons.
  static let signs = """
    >: more than,greater than,is more than,is greater than,are more than,are greater than
    >: larger than,is larger than,over,above,beyond,exceeds,exceed,exceeding,is over,is above
    >: are over,bigger than,in excess of,mehr als,über,größer als,grösser als,超过,大于,多于,gt
    >: plus de,más de,higher than,is higher than,&gt;,after,from,past,is beyond,count >,usage >
    >: has more than,have more than,goes over,go over,goes above,reaches more than,greater,more
    >=: greater than or equal to,is at least,at least,not less than,no less than,greater or equal
    >=: mindestens,至少,不少于,minimum,min,gte,=>,≥,from,reaches,reach,starting at,is minimum,or more
    >=: is greater than or equal to,equal or greater than,ab,hits,=,==,is,equals
    <: less than,fewer than,below,under,smaller than,is less than,is below,is under,lower than
    <: weniger als,unter,kleiner als,小于,少于,lt,is fewer than,is lower than,is smaller than
    <=: at most,is at most,no more than,not more than,up to,höchstens,最多,lte,max,maximum
    <=: less than or equal to,is less than or equal to,equal or less than
    is: =,==,===,:=,ist,equals,equal to,is equal to,are,:,是,eq,set to,->,as,为,equals to,~,in,on
    is: has value,was,will be,sind,es,est,is on,is set to,is in,belongs to,等于
    is not: !=,!==,<>,isn't,isnt,is not equal to,not equal to,≠,ungleich,不是,are not,does not equal
    is not: doesn't equal,not,ist nicht,is other than,differs from,is different from,not in
    is one of: in,is in,is any of,is either,one of,any of,is among,is within,matches,are,=,==,is
    is one of: is one among,is part of,among,is a member of,属于
    is not one of: not in,is not in,is none of,is not any of,is neither,none of,neither
    before: <,<=,earlier than,is before,prior to,is earlier than,until,older than,is older than,vor
    before: is less than,below,less than,早于,lower than,is below,was before,is prior to,is <
    before: ≤,is lower than,until before,is under,under,up to,smaller than
    since: >,>=,after,from,later than,is after,at least,is at least,newer than,is since,nach
    since: is newer than,as of,ab,seit,greater than,晚于,is later than,on or after,is from,was after
    since: is greater than,≥,or newer,above,over,starting,starting with,min,minimum,is >=,higher than
    in: rollout,in rollout,is in,part of,belongs to,member of,in the,is member of,in group
    -: :,：,;,；,-,*,•,.,。,{,},[,],–,—,->,=,!,(,),·,+,',comma,?,%
    requires: ?,:,：,->,=>,-->,→,=,==,:=,⇒,–,—,-,>,>>,<-,←,|
    with: :,：,->,=>,-->,→,=,==,⇒,–,—,-,|,@
    at most: :,：,->,=>,→,≦
    or: /,|,||,;,:
    and: &,&&,+,;,/,&amp;
    <: comma,>,->,→,=>,/,|,and,then,or,<<,;,&lt;,&,+,comma and
    ..: -,–,—,to,~,...,…,through,until,bis,:,until,to,至
    is: is one of,is either,is any of,one of,contains,includes,consists of,has,holds
    >: >>
    at most: can ' t exceed,cannot go above,can not exceed,must stay below,must stay under
    is not: isn ' t
    """

  /// Declarations.
  static let declarations = """
    tiers: plans,tier,plan,levels,ranks,plan levels,subscription tiers,pläne,stufen,套餐,tarife,tariffs
    entitlement: permission,right,role,capability,access,entitles,berechtigung,权限,license,addon
    entitlements: permissions,rights,roles,capabilities,plans,licenses,addons
    product: plan,sku,subscription,package,item,purchase,offer,bundle,iap,产品,produkt,pack,abo,addon
    product: offering,in-app purchase,add-on,buy,products,套餐,商品,pricing,plan called
    meter: counter,quota,usage,metric,limit,count,zähler,计数器,number,measure,gauge,metered,limits
    meters: counters,quotas,metrics,limits,measures,gauges,zähler
    feature: flag,function,functionality,功能,funktion,module,capability,feature flag,toggle
    features: flags,functions,modules,capabilities,功能,funktionen,feature list,feature flags
    fact: property,attribute,variable,context,input,parameter,var,let,param,const,field,trait,事实
    fact: user property,info,dimension,condition,def,data
    setting: config,option,parameter,value,configuration,preference,property,set,einstellung,设置,let
    setting: settings,var,limit,quota,define
    group: set,bundle,collection,category,groups,gruppe,分组,alias,define,pack,module
    series: range,sequence,list,features,levels,feature,group
    rollout: experiment,flag,ab-test,test,canary,gradual,rollouts,gradual rollout,release,beta,ramp
    rollout: feature flag,cohort,percentage rollout,灰度
    scenario: test,case,example,it,testcase,spec,场景,story,test case,szenario,when,given,describe
    grant: give,gives,gift,free,bonus,grants,everyone gets,everybody gets,schenke,赠送,trial
    always: ensure,invariant,must,assert,guarantee,claim,all users,everyone,check,immer
    never: no,deny,forbid,nie,niemals,nobody,must not,not
    policy: name,app,project,policy name,title,package,application,policies
    use: include,import,load,#include,@import
    trust snapshots for: trust data for,cache for,offline for,trust for,trust purchases for,ttl
    trust snapshots for: trust snapshot for,trust snapshots,trust offline for,trust cache for
    trust snapshots for: trust the snapshot for,trust,snapshots expire after,trust snapshots up to
    trust snapshots for: snapshots valid for,offline grace,allow offline for,trust purchase data for
    trust snapshots for: trust snapshots until,trust snapshots within,snapshots trusted for
    snooze prompts for: snooze for,snooze prompt for,snooze,prompts snooze for,snooze prompts
    snooze prompts for: snooze all prompts for,snooze paywall for,snooze dialogs for,mute prompts for
    a date: date,datetime,timestamp,day,time,an date,a day,a time,a timestamp,datum,日期,the date
    a number: number,int,integer,numeric,a integer,an integer,an int,a num,long,zahl,数字,float
    a number: numbers,a count,count,a whole number
    yes or no: bool,boolean,a boolean,a bool,true or false,yes / no,true / false,flag,ja oder nein
    yes or no: on or off,yes,no or yes,a flag,yes-or-no,yes|no,a yes or no,布尔,是或否,yesno,y / n
    yes or no: true,false,either yes or no,yes and no,yes no
    a version: version,semver,a semver,versionnumber,an version,a version number,版本,ver,a release
    in bytes: in gb,in mb,in kb,bytes,of bytes,measured in bytes,as bytes,in tb,in size,in b,in gib
    in bytes: in gigabytes,in megabytes,unit bytes,is in bytes,is bytes,size,as size,in byte
    in seconds: in secs,in sec,seconds,in s,as seconds,in second,is in seconds,as duration
    in minutes: in mins,in min,minutes,as minutes,in m,in minute,is in minutes
    in hours: in hrs,in hr,hours,as hours,in h,in hour,is in hours
    in days: days,as days,in d,in day,is in days
    otherwise: default,else,defaults to,by default,default is,or else,sonst,否则,defaulting to,default =
    otherwise: default to,=,default :,if missing,if unknown,fallback,defaults,is default
    or anything else: or other,or others,or any other,or something else,or anything,or unknown
    or anything else: or else,etc,or more,or *,other,...,or any
    includes: contains,has,with,inherits,extends,plus,including,also,=,包含,>,:,inherits from,is
    includes: consists of,gets,grants,enthält,gives,unlocks,of,and
    of users: of all users,of the users,of people,of customers,users,for users,of subjects,of devices
    of users: of everyone,of user,der nutzer,of all,for everyone,of our users,of accounts,percent
    smaller is better: lower is better,less is better,fewer is better,smallest is best,lower is best
    smaller is better: lowest is best,less is more,shorter is better,smaller is best,min is better
    smaller is better: lowest wins,smallest wins,smaller better,lower better,faster is better
    to: on,into,onto,for,更多
    """
}
