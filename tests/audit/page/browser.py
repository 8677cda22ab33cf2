"""Chromium, driven through its debugging pipe (Chrome DevTools Protocol)."""
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading

SECONDS = 100  # that an answer may take on a slow machine


class Browser:
    """One page of a headless browser of its own; what went wrong in it is kept in `troubles`."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        to_child, self.writer = os.pipe()
        self.reader, from_child = os.pipe()

        def as_three_and_four():
            # Whatever numbers the pipes have, also 3 and 4.
            read, write = os.dup(to_child), os.dup(from_child)
            read, write = os.dup(read), os.dup(write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--user-data-dir=" + self.folder, "--remote-debugging-pipe",
             "about:blank"],
            preexec_fn=as_three_and_four, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.answers = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.number = 0
        self.session = None
        self.events = []
        self.troubles = []
        self.requests = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(domain + ".enable")

    def _read(self):
        data = b""
        while True:
            try:
                more = os.read(self.reader, 1 << 20)
            except OSError:
                more = b""
            if not more:
                self.answers.put(None)
                return
            *messages, data = (data + more).split(b"\0") if b"\0" in more else ([data + more])
            for message in messages:
                self.answers.put(json.loads(message))

    def _next(self):
        message = self.answers.get(timeout=SECONDS)
        if message is None:
            raise RuntimeError("the browser ended")
        if "method" in message:
            self._note(message["method"], message.get("params", {}))
        return message

    def _note(self, method, params):
        self.events.append(method)
        if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.troubles.append("console: %s" % params["args"])
        elif method == "Runtime.exceptionThrown":
            self.troubles.append("exception: %s" % params["exceptionDetails"])
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.troubles.append("log: %s" % params["entry"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def ask(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writer, data):]
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]

    def open(self, url):
        self.events.clear()
        self.ask("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.events:
            self._next()

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True,
                          awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def screen(self, width, height, mobile=False, dark=False):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=mobile)
        self.ask("Emulation.setEmulatedMedia", media="screen", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.writer)
        shutil.rmtree(self.folder, ignore_errors=True)
