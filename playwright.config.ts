import { defineConfig } from "playwright/test";
import { chromiumPath } from "./sandbox/launcher/chromium.ts";

const system = chromiumPath();

/**
 * The gate runs tests without a tag. The full suite's `browser` part also runs `@full` tests and checks the
 * accessibility of each state. The `pictures` part runs only its own tests.
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
    // Each worker reads this again after the setup.
    baseURL: process.env.APP_URL,
    // Animations would redraw every frame, and clicks would wait until they end.
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
