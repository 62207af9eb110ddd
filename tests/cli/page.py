"""Clicks through the page of `grundy trace --to html` in a headless browser.

usage: page.py PAGE.html STEPS PICTURE.png

Prints failures. The picture shows the last step.
"""

import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

page, steps, picture = sys.argv[1], int(sys.argv[2]), sys.argv[3]
options = webdriver.ChromeOptions()
for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1100,900"):
    options.add_argument(option)
browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def get(name):
    return browser.find_element(By.ID, name)


def expect(what, got, wanted):
    if got != wanted:
        print(f"{what}: {got!r}, expected {wanted!r}")


try:
    browser.get("file://" + page)
    expect("count", get("count").text, f"1 / {steps}")
    expect("note", get("note").text.partition(".")[0], "No position has a label")
    expect("label of a", browser.find_elements(By.CSS_SELECTOR, "#v-0 text")[1].text, "ν")
    get("forward").click()
    expect("count", get("count").text, f"2 / {steps}")
    get("back").click()
    get("back").click()
    expect("count at the start", get("count").text, f"1 / {steps}")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    expect("count by keys", get("count").text, f"3 / {steps}")
    get("last").click()
    expect("count at the end", get("count").text, f"{steps} / {steps}")
    expect("note at the end", get("note").text, "Every position has a label.")
    labels = [browser.find_elements(By.CSS_SELECTOR, f"#v-{v} text")[1].text for v in range(7)]
    expect("labels", labels, ["0", "∞", "∞", "0", "∞", "2", "1"])
    cells = [row.find_elements(By.TAG_NAME, "td")[0].text for row in browser.find_elements(By.CSS_SELECTOR, "#rows tr")]
    expect("cells", cells, labels)
    expect("colour of a", browser.find_element(By.CSS_SELECTOR, "#v-0 .shape").get_attribute("fill"), "#fbc9c1")
    slider = get("slider")
    slider.send_keys(Keys.HOME)
    expect("count by the slider", get("count").text, f"1 / {steps}")
    browser.get("file://" + page + "#9")
    browser.refresh()
    expect("step of the address", get("count").text, f"9 / {steps}")
    expect("errors", [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"], [])
    browser.save_screenshot(picture)
finally:
    browser.quit()
