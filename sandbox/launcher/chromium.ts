import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Debian's Chromium without windowing code takes half the CPU time. */
const HEADLESS = "/usr/bin/chromium-headless-shell";
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
/** Fallback fonts of pages and emails: as wide as Arial, with more symbols. */
const FONTS = {
  "fonts-liberation": "/usr/share/fonts/truetype/liberation",
  "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
};

/** Installs Debian's Chromium and fonts if they are missing and it can. Throws instructions if there is no browser. */
export function requireChromium(log: (line: string) => void): void {
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const fonts = Object.entries(FONTS).flatMap(([name, folder]) => (existsSync(folder) ? [] : name));
  if (canInstall && (fonts.length > 0 || !existsSync(HEADLESS))) apt("update");
  if (canInstall && fonts.length > 0) {
    log("Installing fonts …");
    const failure = apt("install", "-y", "--no-install-recommends", ...fonts);
    if (failure) log(failure);
  }
  if (canInstall && !existsSync(HEADLESS)) {
    log("Installing Chromium …");
    const failure = apt("install", "-y", "--no-install-recommends", "chromium-headless-shell");
    // Not every Debian release has this package.
    const other =
      failure && !hasChromium() ? apt("install", "-y", "--no-install-recommends", "chromium") : "";
    if (other) log(other);
  }
  if (!hasChromium()) {
    throw new Error(
      "The browser tests need Chromium: install Debian's package, or run `npx playwright install chromium`.",
    );
  }
}

/** Returns the system's Chromium, or undefined for Playwright's own. */
export function chromiumPath(): string | undefined {
  return [HEADLESS, ...SYSTEM].find((path) => existsSync(path));
}

/** Returns a full Chromium, which is needed for the back-forward cache. Throws instructions if there is none. */
export function wholeChromiumPath(): string {
  const path = SYSTEM.find((one) => existsSync(one));
  if (path) return path;
  throw new Error(
    "Pages that are kept for Back need the whole Chromium: install Debian's package `chromium`.",
  );
}

function hasChromium(): boolean {
  return chromiumPath() !== undefined || existsSync(chromium.executablePath());
}

function apt(...args: string[]): string {
  const { status, stderr } = spawnSync("apt-get", ["-qq", ...args], {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0 ? "" : (stderr ?? "").trim().split("\n").slice(-5).join("\n") || "apt-get failed";
}
