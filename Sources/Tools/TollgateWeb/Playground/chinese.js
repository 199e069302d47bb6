// Sentences of the engine that are English, in Chinese: what a difference lists, and what a scenario
// expects. Names of the policy and texts in quotes stay as they are.

/** What a difference lists: the part of a thing, by its words before the name. */
const partWords = {
  label: "名称", benefits: "优势说明", unit: "单位", share: "比例", name: "名称", buyers: "购买条件",
  price: "价格", trial: "试用", "introductory price": "新用户优惠",
  grace: "宽限期", "store ids": "商店编号", limits: "限额",
  reminders: "提醒", prompts: "提示", messages: "消息", choices: "选项", sale: "是否出售",
  opens: "开放的内容", grants: "授予的权益", adds: "增加的用量", packs: "增加的用量（用完为止）",
  "only with": "须与什么一起购买", "not with": "不能与什么同时拥有",
  "shared with family": "与家人共享", recommended: "推荐",
};

/** The other subjects of a difference. */
const subjectWords = [
  [/^the tiers$/, "档位"], [/^the (name|label) of the policy$/, "策略名称"],
  [/^the product (\S+)$/, "商品 $1"], [/^the group (\S+)$/, "组 $1"],
  [/^how long snapshots are trusted$/, "数据的有效时长"],
  [/^how long a dismissed prompt stays away$/, "关闭后的提示多久不再出现"],
  [/^what (\S+) adds until it is used up$/, "$1增加的用量（用完为止）"],
  [/^what (\S+) is sold with$/, "$1须与什么一起购买"],
  [/^what (\S+) is not held with$/, "$1不能与什么同时拥有"],
  [/^what (\S+) is counted per$/, "$1按什么计数"],
  [/^what (\S+) includes$/, "$1包含的权益"], [/^what (\S+) opens$/, "$1开放的内容"],
  [/^what (\S+) grants$/, "$1授予的权益"], [/^what (\S+) adds$/, "$1增加的用量"],
  [/^what (\S+) takes$/, "$1消耗的用量"], [/^what to use instead of (\S+)$/, "$1的替代"],
  [/^whether (\S+) is shared with the family$/, "$1是否与家人共享"],
  [/^whether (\S+) is recommended$/, "$1是否推荐"],
  [/^whether (\S+) is counted for ever$/, "$1是否永久计数"],
  [/^how the windows of (\S+) run$/, "$1的时间窗口"],
  [/^when the days of (\S+) begin$/, "$1的一天何时开始"],
  [/^how (\S+) refills$/, "$1如何恢复"], [/^which value of (\S+) is better$/, "$1的哪个值更好"],
];

/** Words of amounts, of settings and of what a scenario expects. */
const phraseWords = {
  allowed: "可用", denied: "拒绝", warned: "可用但有提醒", "for ever": "永久", until: "直到",
  remaining: "剩余", "remaining unknown": "剩余未知", unlimited: "不限量", "no quota": "没有限额",
  "unlocked by": "解锁方式：", nothing: "无", or: "或", and: "和", "unlocked by nothing": "无法解锁",
  "with no reminder": "没有提醒", "with reminder at": "提醒于", "snoozed until": "推迟到",
  "not snoozed": "没有推迟", instead: "改用", uses: "消耗", "uses left": "剩余次数",
  "how many uses are left is not known": "剩余次数未知", is: "为", "is at least": "至少为",
  "is at most": "至多为", "not all combinations of products tried": "未试遍所有商品组合",
  "for sale": "出售", "not for sale": "不出售", "on request": "面议", yes: "是", no: "否",
  undecided: "尚未决定", "no growth": "不再新增", "the allowance": "上报的额度",
  otherwise: "否则", "steps:": "各档：", "follow the subscription": "随订阅周期",
  "begin with the first use": "从首次使用开始", roll: "滚动", "the smaller": "越小越好",
  "at times": "有时", "for each": "每", prominent: "醒目", gentle: "温和", snooze: "推迟",
  "not dismissible": "不可关闭", once: "一次性", "the same as": "同", none: "无", at: "在", to: "至", every: "每",
};

/** Phrases before the shorter ones that they begin with. */
const phrases = new RegExp(`(?<![\\w-])(?:${Object.keys(phraseWords)
  .sort((one, other) => other.length - one.length).join("|")})(?![\\w-])`, "g");

/** A midnight is its day, and another instant has its time. */
const plainInstants = (text) => text.replace(
  /(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?Z/g, (all, date, time, seconds = "") =>
    (time === "00:00" && /^[:0.]*$/.test(seconds) ? date
      : `${date} ${time}${/^[:0.]*$/.test(seconds) ? "" : seconds} UTC`));

function inChinese(text) {
  const amount = "[\\d,.]+(?: (?:[A-Z]{3}|[kMGT]?B))?(?: or [\\d,.]+ [A-Z]{3})*";
  const plain = (piece) => plainInstants(piece)
    .replace(/\bbecause ([a-z-]+)/g, (all, reason) => `（${reasonWords["zh-Hans"][reason] ?? reason}）`)
    .replace(new RegExp(`(${amount}) per (\\w+)`, "g"), (all, number, window) =>
      (windowWords[window] ? `${windowWords[window]} ${number}` : all))
    .replace(new RegExp(`(${amount}) once`, "g"), "一次性 $1")
    .replace(/(\d) (minute|hour|day|week|month|year)s?\b/g, (all, digit, unit) =>
      `${digit} ${unitWords[`${unit}s`]}`)
    .replace(phrases, (phrase) => phraseWords[phrase])
    .replace(/ (?=（)/g, "")
    .replace(/ (?=没有|提醒于|永久|推迟到|剩余|解锁方式|直到)/g, "，");
  return text.split(/(“[^”]*”|"[^"]*"|`[^`]*`)/)
    .map((piece, place) => (place % 2 ? piece : plain(piece))).join("");
}

/** What changed, such as `the price of annual`, in the language of the page. */
function subject(what) {
  if (state.locale === "en") return what;
  const [, part, name] = /^the (.+?) of (?:product )?(\S+)$/.exec(what) ?? [];
  if (partWords[part]) return `${said(name)}的${partWords[part]}`;
  const [form, words] = subjectWords.find(([each]) => each.test(what)) ?? [];
  return said(form ? what.replace(form, words) : what);
}

/** What changed of a product, such as `price: 12 CNY per year → 14 CNY per year`. */
function change(sentence) {
  const [, part, old, fresh] = /^([^:→]+): (.*?)(?: → (.*))?$/.exec(sentence) ?? [];
  if (state.locale === "en" || !partWords[part]) return said(sentence);
  return [`${partWords[part]}：${valueWords(old)}`, ...fresh ? [valueWords(fresh)] : []].join(" → ");
}

/** What a list of a difference has, such as `20 per month, 500`, or what a scenario expects. */
function valueWords(text) {
  if (text === null) return "–";
  return state.locale === "en" ? text : said(inChinese(text));
}
