import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import type { OtherBrowser } from "./support/other-browser.ts";
import { OTHER_BROWSERS } from "./support/other-browser.ts";
import { pageSizes } from "./support/scan.ts";

const LETTER = [612, 792];

for (const name of ["Firefox", "WebKit"] as const) {
  const { isInstalled, packages, start } = OTHER_BROWSERS[name];

  test.describe(name, { tag: "@full" }, () => {
    test.skip(!isInstalled, `Needs Debian's packages: apt-get install ${packages}`);
    let browser: OtherBrowser;
    test.beforeEach(async () => {
      browser = await start();
    });
    test.afterEach(() => browser.close());

    test("pays for a batch as a guest and prints its label", async ({ product }) => {
      await open(`${product.appUrl}${paths.submit}?mode=payg`);
      // No message for outdated browsers.
      expect(await read(`getComputedStyle(document.body, "::before").content`)).toBe("none");
      await fill("Number of cards", "12\n");
      await expectPage(/\/c\/pay\//);
      const fields = [
        ["Email", `${name.toLowerCase()}-${Date.now()}@example.com`],
        ["Full name", "Casey Collector"],
        ["Address line 1", "77 Sunset Strip"],
        ["City", "Austin"],
        ["State", "TX"],
        ["ZIP", "78701"],
        ["Card number", "4242424242424242"],
        ["MM / YY", "1234"],
        ["CVC", "123"],
        ["Cardholder name", "Casey Collector\n"],
      ] as const;
      for (const [label, text] of fields) await fill(label, text);
      await expectPage(/\/submission-confirmation/);
      await expect.poll(() => text("h1")).toMatch(/^Paid/);

      const label = new URL(
        await browser.read<string>(`document.querySelector("main a[href*='/label']").href`),
      );
      label.searchParams.delete("with");
      label.searchParams.set("size", "4x6");
      label.searchParams.set("packages", "2");
      await open(label.href);
      await expect.poll(() => text("main")).toContain("2 of 2");
      if (browser.print) expect(pageSizes(await browser.print())).toEqual([LETTER, LETTER]);
      await open(label.href.replace("/label", "/slip"));
      if (browser.print) expect(pageSizes(await browser.print())).toEqual([LETTER]);
    });

    test("logs in, finds a batch, signs out and stays signed out", async ({ product }) => {
      const { token, email } = await product.person();
      const { batchId } = await payForBatch(product, database(), { token }, { cards: 12 });
      await open(product.appUrl + paths.login);
      await fill("Email", email);
      await fill("Password", `${PASSWORD}\n`);
      await expectPage(/\/dashboard/);
      await expect.poll(() => text("main")).toContain(batchId.slice(-4));
      await click("Sign Out");
      await expectPage(/\/$/);
      await browser.read("history.back()");
      await expectPage(/\/login/);
    });

    async function open(url: string): Promise<void> {
      await browser.open(url);
      const isReady = `Object.keys(document.querySelector("main")).some((key) => key.startsWith("__reactFiber$"))`;
      await expect.poll(() => read(isReady)).toBe(true);
    }

    const text = (selector: string) => read(`document.querySelector("${selector}").textContent`);
    const expectPage = (url: RegExp) => expect.poll(() => read("location.href")).toMatch(url);
    /** Returns null while another page loads. */
    const read = (expression: string) => browser.read<unknown>(expression).catch(() => null);

    async function fill(label: string, value: string): Promise<void> {
      const focus = `[...document.querySelectorAll("label")]
        .filter((label) => label.control && label.textContent.includes(${JSON.stringify(label)}))
        .map(({ control }) => (control.focus(), document.activeElement === control))[0]`;
      await expect.poll(() => read(focus), label).toBe(true);
      await browser.type(value.replace("\n", "\uE007"));
    }

    async function click(button: string): Promise<void> {
      const [x = 0, y = 0] = await browser.read<number[]>(`[...document.querySelectorAll("a, button")]
        .filter((one) => one.textContent.trim() === ${JSON.stringify(button)} && one.getClientRects().length > 0)
        .map((one) => (one.scrollIntoView({ block: "center" }), one.getBoundingClientRect()))
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])[0]`);
      await browser.clickAt(x, y);
    }
  });
}
