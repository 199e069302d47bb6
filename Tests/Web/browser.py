"""The playground as a person uses it, in headless Chromium: `browser.py ADDRESS [FOLDER]`.

An error of the page fails the run. With a folder it also takes pictures: two widths, two languages.
"""

import base64
import pathlib
import sys
import time

from playwright.sync_api import sync_playwright

address = sys.argv[1]
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
errors = []
passed = 0


def check(name, holds):
    global passed
    if not holds:
        sys.exit(f"browser: FAILED: {name}")
    passed += 1


def write(page, text):
    """The whole text, as if it was pasted; Chromium takes long to type so much."""
    page.evaluate(
        """text => {
          const area = document.querySelector('#text');
          area.focus();
          area.value = text;
          area.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
        }""",
        text,
    )


def eventually(page, name, expression):
    try:
        page.wait_for_function(expression, timeout=10_000)
    except Exception:
        sys.exit(f"browser: FAILED: {name}\n{page.inner_text('body')[:3000]}")
    check(name, True)


SHOP = """policy Shop
tiers free < pro
product annual "Annual"
  grants pro
  price 12 CNY per year
meter bills
feature csv-export
bills > 500 requires pro
csv-export requires pro
"""


def try_page(browser):
    page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en-US")
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
    page.goto(address)
    eventually(page, "the first policy is read", "document.querySelectorAll('.targets li').length > 3")

    # A stranger changes 500 to 300 and reads who loses what.
    text = page.input_value("#text")
    write(page, text.replace("bills > 500", "bills > 300"))
    eventually(page, "who loses what", "document.querySelector('#change .loses') !== null")
    check("the lost bills are named", "301 to 500" in page.inner_text("#change"))

    # A mistake is read under the words, and its fix applied.
    write(page, SHOP.replace("csv-export requires pro\n", ""))
    page.keyboard.press("Control+End")
    page.keyboard.type("csv-export requires por\n")
    eventually(page, "a mistake is read", "document.querySelector('#problems').innerText.includes('por')")
    check("the word has a wave", page.locator("#colours .wrong").first.inner_text() == "por")
    page.click("#problems .fix")
    check("the fix is applied", "requires pro\n" in page.input_value("#text"))
    eventually(page, "no mistake is left", "!document.querySelector('#problems li')")

    # A person buys; past the end of what they bought the lock changes.
    page.fill("#day", "2026-03-01")
    page.check("#product-annual")
    page.fill("#until-annual", "2026-09-01")
    page.locator("#until-annual").blur()
    eventually(page, "csv-export is open", "document.querySelector('[data-target=csv-export]').className === 'open'")
    page.focus("#step")
    page.keyboard.press("ArrowRight")
    eventually(page, "past the end it is locked", "document.querySelector('[data-target=csv-export]').className === 'locked'")
    page.click("#target-csv-export")
    check("the rule is shown in the text", "csv-export requires pro" in page.inner_text("#colours .told") or page.locator("#colours .told").count() > 1)
    check("a way in has a price", "12" in page.inner_text(".details"))

    # A scenario from this person; it passes.
    page.click("#tab-scenarios")
    page.click("#write")
    check("a scenario is written", "scenario \"" in page.input_value("#text"))
    eventually(page, "the scenario passes", "document.querySelectorAll('#panel .card.good').length === 1")

    # Every tab, by keyboard alone.
    page.focus("#tab-scenarios")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
        check("a tab says something", len(page.inner_text("#panel").strip()) > 0)
    page.click("#tab-plans")
    check("a plan has its price", "12" in page.inner_text("#panel table"))
    page.click("#tab-picture")
    check("the rules are drawn", page.locator("#panel svg").count() == 1)

    # Completion by keyboard.
    page.focus("#text")
    page.keyboard.press("Control+End")
    page.keyboard.type("\ncsv-export req")
    eventually(page, "a word is offered", "!document.querySelector('#completion').hidden")
    page.keyboard.press("Enter")
    check("the word is written", "csv-export require" in page.input_value("#text").split("\n")[-1])

    # The other language.
    page.click("#language")
    check("Chinese", page.inner_text("#tab-person") == "某个人")
    page.click("#language")

    # A link that carries the policy.
    link = base64.urlsafe_b64encode(SHOP.encode()).decode().rstrip("=")
    other = browser.new_page()
    other.on("pageerror", lambda error: errors.append(str(error)))
    other.goto(f"{address}#policy={link}")
    eventually(other, "a shared link is opened", "document.querySelector('#text').value.startsWith('policy Shop')")

    # 300 lines, as one types.
    lines = [f"feature f{index}" for index in range(150)]
    lines += [f"f{index} requires pro" for index in range(150)]
    write(other, "tiers free < pro\n" + "\n".join(lines))
    spent = other.evaluate("""() => {
      const area = document.querySelector('#text');
      const times = [];
      for (let run = 0; run < 5; run += 1) {
        area.value += 'x';
        const begin = performance.now();
        area.dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
        times.push(performance.now() - begin);
      }
      return Math.min(...times);
    }""")
    print(f"browser: a keystroke in 300 lines takes {spent:.0f} ms")
    other.close()
    page.close()


def take_pictures(browser):
    pictures.mkdir(parents=True, exist_ok=True)
    for locale in ["en-US", "zh-CN"]:
        for width in [1440, 375]:
            page = browser.new_page(viewport={"width": width, "height": 900}, locale=locale)
            page.goto(address)
            page.wait_for_selector(".targets li")
            page.fill("#day", "2026-03-01")
            page.locator("#day").blur()
            page.fill("#used-bills", "450")
            text = page.input_value("#text")
            write(page, text.replace("bills > 500", "bills > 300"))
            page.wait_for_selector("#change .loses")
            page.click("#target-bills")
            full = width < 1000
            page.screenshot(path=pictures / f"{locale[:2]}-{width}-person.png", full_page=full)
            for tab in ["changed", "scenarios", "plans", "picture", "words", "findings"]:
                page.click(f"#tab-{tab}")
                time.sleep(0.3)
                page.screenshot(path=pictures / f"{locale[:2]}-{width}-{tab}.png", full_page=full)
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            check(f"nothing is wider than {width} px", not wide)
            page.close()


with sync_playwright() as tool:
    try:
        browser = tool.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    except Exception as error:
        sys.exit(f"browser: FAILED: Chromium cannot be started: {error}")
    try_page(browser)
    if pictures:
        take_pictures(browser)
    browser.close()
if errors:
    sys.exit("browser: FAILED: errors of the page: " + "; ".join(errors))
print(f"browser: {passed} checks passed")
