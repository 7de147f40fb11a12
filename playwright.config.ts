import { defineConfig } from "playwright/test";
import { chromiumPath } from "./sandbox/launcher/chromium.ts";

const system = chromiumPath();

/**
 * The gate runs what has no tag. The part `browser` of the full suite runs that, too, and checks the accessibility of each
 * state; the part `pictures` runs its own.
 */
const tests = {
  browser: { grepInvert: /@pictures/ },
  pictures: { grep: /@pictures/ },
}[process.env.TEST_PART ?? ""] ?? { grepInvert: /@full|@pictures/ };

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./sandbox/launcher/own-services.mjs",
  outputDir: "test-results/browser",
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  ...tests,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    // Read again by each worker, after the set-up.
    baseURL: process.env.APP_URL,
    // Nobody watches: what moves is drawn anew in every frame, and clicks wait for its end.
    contextOptions: { reducedMotion: "reduce" },
    trace: process.env.TRACE ? "on" : "off",
    launchOptions: {
      ...(system ? { executablePath: system } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
