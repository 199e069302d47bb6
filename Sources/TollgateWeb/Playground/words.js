"use strict";
// What the page itself says. Sentences about a policy come from the engine, in the same language.

const pageWords = {
  en: {
    skip: "Skip to the policy",
    lead: "Change the rules of an app's plans, and see at once who may do what.",
    example: "Example", open: "Open…", save: "Save", share: "Copy a link", language: "Language",
    policy: "Policy", format: "Format", problems: "Mistakes and findings", views: "Views",
    keys: "Ctrl+Space: what can be written here. Esc leaves the list; Tab leaves the text.",
    person: "A person", plans: "Plans", scenarios: "Scenarios", findings: "Findings",
    difference: "What changed", words: "In plain words", picture: "Picture",
    bought: "Bought", nothingSold: "Nothing is for sale.", until: "until", has: "Has", used: "Used",
    facts: "Known about the person", unknown: "unknown", yes: "yes", no: "no", time: "Time (UTC)", now: "Now",
    steps: (count) => count === 1 ? "1 moment ahead at which something changes" : `${count} moments ahead at which something changes`,
    noSteps: "Nothing changes by time alone.", may: "May do", open_: "open", locked: "locked", warned: "open, with a warning",
    of: (used, limit) => `${used} of ${limit}`, perWindow: (text, window) => `${text} per ${window}`,
    validUntil: (time) => `Valid until ${time} UTC`, validAlways: "Valid until the person's data changes",
    waysIn: "Ways in", rules: "Rules", line: (number) => `line ${number}`, details: "For developers",
    tooMany: (count) => `${count} more are not shown.`, mendFirst: "Correct the mistakes in the text first.",
    passed: "passes", failed: "fails", expected: "expected", actual: "is", coverage: (a, b) => `${a} of ${b} behaviours are covered`,
    missing: "Not covered", addScenario: "Write a scenario from this person", suggest: "Add the missing scenarios",
    noScenarios: "There is no scenario yet. Describe a person on the tab “A person”, then write a scenario from them.",
    proved: "proved", refuted: "refuted", undecided: "undecided", claims: "Claims", price: "Price", addOns: "Add-ons",
    noFindings: "Nothing to say about this policy.", example_: "For example", addExample: "Add this as a scenario",
    level: { error: "mistake", warning: "warning", note: "note" },
    noChange: "The same people may do the same things as at the start.", plansTitle: "Plan by plan", exactly: "Exactly",
    gains: "gain", loses: "lose", before: "before", after: "now", sameFor: "The same for everybody",
    alsoChanged: "Also changed", restart: "Compare with the text as it is now", added: "New", removed: "Gone",
    changedBar: (gains, losses) => losses && gains ? `Some lose and some gain: ${[...new Set([...losses, ...gains])].join(", ")}. See who`
      : losses ? `Some people lose: ${losses.join(", ")}. See who` : `Some people gain: ${gains.join(", ")}. See who`,
    whole: "The whole policy", ofThis: "Picture of", noPicture: "This picture would have too many boxes. Choose one thing.",
    linkCopied: "The link is copied. It carries the policy itself; nothing was sent.", linkShown: "The link is in the address bar.",
    badLink: "The link cannot be read. It may be cut.", tooLarge: "This file is larger than 1 MiB, so it was not opened.",
    notText: "This file is not UTF-8 text, so it was not opened.", loading: "The engine is loading…",
    noEngine: "The engine cannot be loaded: ", stopped: "The engine stopped and was started again. Your text is as it was.",
    fine: "no mistakes", count: (errors, others) => [errors ? `${errors} ${errors === 1 ? "mistake" : "mistakes"}` : "",
      others ? `${others} ${others === 1 ? "finding" : "findings"}` : ""].filter(Boolean).join(", "),
    scenarioTitle: "a person of the playground", fixUnsafe: "changes the meaning", amounts: "how much more at once", nothing: "nothing is known",
  },
  "zh-Hans": {
    skip: "跳到策略", lead: "修改应用各方案的规则，立即看到谁能做什么。",
    example: "示例", open: "打开…", save: "保存", share: "复制链接", language: "语言",
    policy: "策略", format: "整理格式", problems: "错误与发现", views: "视图",
    keys: "Ctrl+空格：此处可以写什么。Esc 关闭列表，Tab 离开文本。",
    person: "某个用户", plans: "方案", scenarios: "场景", findings: "发现", difference: "有何变化", words: "通俗说明", picture: "图示",
    bought: "已购买", nothingSold: "没有在售的商品。", until: "有效至", has: "拥有", used: "已用",
    facts: "已知信息", unknown: "未知", yes: "是", no: "否", time: "时间（UTC）", now: "现在",
    steps: (count) => `之后有 ${count} 个发生变化的时刻`, noSteps: "不会仅因时间而变化。", may: "可以做什么",
    open_: "可用", locked: "已锁定", warned: "可用，有提醒",
    of: (used, limit) => `${used} / ${limit}`, perWindow: (text, window) => `${text}（每 ${window}）`,
    validUntil: (time) => `有效至 ${time} UTC`, validAlways: "在用户数据变化之前一直有效",
    waysIn: "解锁方式", rules: "规则", line: (number) => `第 ${number} 行`, details: "供开发者查看",
    tooMany: (count) => `另有 ${count} 项未显示。`, mendFirst: "请先改正文本中的错误。",
    passed: "通过", failed: "未通过", expected: "预期", actual: "实际", coverage: (a, b) => `已覆盖 ${a} / ${b} 种行为`,
    missing: "未覆盖", addScenario: "用此用户写一个场景", suggest: "补上缺少的场景",
    noScenarios: "还没有场景。先在“某个用户”中描述一个用户，再由此写一个场景。",
    proved: "已证明", refuted: "不成立", undecided: "未能判定", claims: "断言", price: "价格", addOns: "附加商品",
    noFindings: "此策略没有可报告的问题。", example_: "例如", addExample: "加为场景",
    level: { error: "错误", warning: "警告", note: "提示" },
    noChange: "与开始时相同：同样的人能做同样的事。", plansTitle: "按方案", exactly: "确切的变化",
    gains: "获得", loses: "失去", before: "之前", after: "现在", sameFor: "对所有人不变", alsoChanged: "其他变化",
    restart: "改为与现在的文本比较", added: "新增", removed: "删除",
    changedBar: (gains, losses) => losses && gains ? `有人失去，有人获得：${[...new Set([...losses, ...gains])].join("、")}。查看是谁`
      : losses ? `有人失去：${losses.join("、")}。查看是谁` : `有人获得：${gains.join("、")}。查看是谁`,
    whole: "整个策略", ofThis: "图示对象", noPicture: "此图方框过多，请选择其中一项。",
    linkCopied: "链接已复制。策略就在链接中，没有发送任何内容。", linkShown: "链接在地址栏中。",
    badLink: "无法读取此链接，可能不完整。", tooLarge: "文件超过 1 MiB，未打开。", notText: "文件不是 UTF-8 文本，未打开。",
    loading: "正在载入引擎…", noEngine: "无法载入引擎：", stopped: "引擎停止后已重新启动，文本保持不变。",
    fine: "没有错误", count: (errors, others) => [errors ? `${errors} 个错误` : "", others ? `${others} 个发现` : ""].filter(Boolean).join("，"),
    scenarioTitle: "演练场中的用户", fixUnsafe: "会改变含义", amounts: "一次增加多少", nothing: "未知",
  },
};

let locale = "en";
/** A text of the page in the language in use. */
const say = (key, ...values) => {
  const word = pageWords[locale][key];
  return typeof word === "function" ? word(...values) : word;
};

/** Puts the page's own texts into the language in use. */
function translatePage() {
  document.documentElement.lang = locale;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
}
