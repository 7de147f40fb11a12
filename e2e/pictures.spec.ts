import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";

/** What customers print. References: e2e/pictures; to renew them see CONTRIBUTING.md. */
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
});
