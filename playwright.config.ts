import { defineConfig } from "playwright/test";
import { isHard } from "./sandbox/builders/size.ts";
import { chromiumPath } from "./sandbox/launcher/chromium.ts";

const appUrl = process.env.APP_URL;
if (!appUrl) throw new Error("Run the browser tests with `npm test -- e2e`: it starts the product for them.");

const system = chromiumPath();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/browser",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  grepInvert: isHard ? [] : /@hard/,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    baseURL: appUrl,
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
