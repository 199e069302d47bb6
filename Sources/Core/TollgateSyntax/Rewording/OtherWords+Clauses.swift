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
