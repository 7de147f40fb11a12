import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** Makes sure there is a browser for the browser tests; installs Debian's Chromium where that is possible. */
export function requireChromium(log: (line: string) => void): void {
  if (hasChromium()) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    log("Installing Chromium …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    const result = spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      encoding: "utf8",
      env,
    });
    if (result.status !== 0) log(result.stderr.trim().split("\n").slice(-5).join("\n"));
  }
  if (!hasChromium()) {
    throw new Error(
      "The browser tests need Chromium: install Debian's package, or run `npx playwright install chromium`.",
    );
  }
}

/** Debian's Chromium where there is one; undefined: the browser that Playwright itself installed. */
export function chromiumPath(): string | undefined {
  return SYSTEM.find((path) => existsSync(path));
}

function hasChromium(): boolean {
  return chromiumPath() !== undefined || existsSync(chromium.executablePath());
}
