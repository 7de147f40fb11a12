import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { writeMails } from "../sandbox/launcher/mail-preview.ts";
import { expect, test } from "./fixtures.ts";

/** What leaves the house by post or mail and is seen by nobody here. References: e2e/pictures; to renew them see docs/hard-suite.md. */
test.describe("pictures", { tag: "@pictures" }, () => {
  test("label and slip look as they did", async ({ page, product, signIn }) => {
    const { userId, email } = await product.person();
    const { id } = await addOrder(database(), {
      user_id: userId,
      user_email: "casey@example.com",
      batch_id: "BATCH-MGX2K9QW-7F3K",
      num_cards: 12,
      submitted_at: new Date("2026-11-01T10:00:00Z"),
      notes: "Two in top loaders.\nKeep the sleeves.",
    });
    await signIn(page, { email, password: PASSWORD });
    // Which font a first visit shows is a matter of milliseconds: here always that of the machine.
    await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
    for (const [name, path] of [
      ["label", paths.label(id)],
      ["slip", paths.slip(id)],
    ] as const) {
      await page.goto(path);
      await page.emulateMedia({ media: "print" });
      await expect(page).toHaveScreenshot(`${name}.png`, { fullPage: true });
    }
  });

  test("each mail looks as it did", async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), "mails-"));
    expect(writeMails({ root: join(import.meta.dirname, ".."), folder })).toBe(0);
    // Half the size is enough to see a line that moved, and a quarter of the bytes.
    const context = await browser.newContext({
      viewport: { width: 600, height: 900 },
      deviceScaleFactor: 0.5,
    });
    const reader = await context.newPage();
    const mails = readdirSync(folder).filter((file) => file !== "index.html");
    expect(mails).toHaveLength(63);
    for (const file of mails) {
      await reader.goto(pathToFileURL(join(folder, file)).href);
      await expect
        .soft(reader)
        .toHaveScreenshot(`${file.replace(".html", "")}.png`, { fullPage: true, scale: "device" });
    }
    await context.close();
  });
});
