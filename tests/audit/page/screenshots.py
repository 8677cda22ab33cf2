"""screenshots.py CHROMIUM PAGE FOLDER: pictures of a page for people to look at."""
import base64
import pathlib
import sys

from browser import Browser


def main():
    program, page, folder = sys.argv[1:]
    browser = Browser(program)
    browser.open(pathlib.Path(page).resolve().as_uri())
    for name, width, mobile, dark in (("desktop", 1280, False, False), ("dark", 1280, False, True),
                                      ("phone", 390, True, False)):
        browser.screen(width, 900, mobile, dark)
        height = browser.value("document.documentElement.scrollHeight")
        for part, top in enumerate(range(0, min(height, 16000), 2000)):
            clip = {"x": 0, "y": top, "width": width, "height": min(2000, height - top), "scale": 1}
            data = browser.ask("Page.captureScreenshot", format="png", clip=clip,
                               captureBeyondViewport=True)["data"]
            file = pathlib.Path(folder) / ("%s.%d.png" % (name, part))
            file.write_bytes(base64.b64decode(data))
    browser.close()


main()
