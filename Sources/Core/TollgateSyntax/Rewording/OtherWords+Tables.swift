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
