import { randomBytes } from "node:crypto";
import { paths } from "../lib/base/paths.ts";
import { SAMPLE_BATCH_ID } from "../lib/orders/tracking/sample-batch.ts";
import { firstLoadBytes, scriptSizes } from "../sandbox/bench/first-load.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

/** What is said of a batch's own link, and not of the sample, which is anybody's. */
const WHOSE = "Whoever has the address of this page can follow the batch";

/** A guest's batch at the grader, and the path of its link. */
async function aTrackedBatch(): Promise<string> {
  const { id } = await addOrder(database(), { submission_status: "grading", received_count: 10 });
  const token = randomBytes(32).toString("base64url");
  await database()`insert into tracking_links (order_id, token_hash)
    values (${id}, encode(sha256(convert_to(${token}, 'UTF8')), 'hex'))`;
  return paths.track(token);
}

test("a visitor sees from the landing page what tracking a batch is like, and that it is a sample", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto(paths.home);
  await page.getByRole("link", { name: "See a sample batch" }).click();
  await expect(page).toHaveURL(paths.trackSample);
  const main = page.getByRole("main");
  await expect(main.getByText("This is a sample")).toBeVisible();
  await expect(main.getByText(SAMPLE_BATCH_ID)).toBeVisible();
  const now = main.getByRole("listitem").filter({ hasText: "Now: " });
  await expect(now).toHaveCount(1);
  await main.getByText(/^\d+ earlier entries$/).click();
  await expect(main.getByText("24 of 24 cards")).toBeVisible();
  await expect(main.getByText(WHOSE)).toHaveCount(0);
  // Nothing in it asks for a decision.
  await expect(main.getByRole("button")).toHaveCount(0);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await main.getByRole("link", { name: "Submit a batch" }).click();
  await expect(page).toHaveURL(paths.submitPayg);
  await page.goto(await aTrackedBatch());
  await expect(main.getByText(WHOSE)).toBeVisible();
});

test("what happened stands beside the steps on a wide screen and below them on a telephone", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto(paths.trackSample);
  const placeOf = async (name: string) => {
    const box = await page.getByRole("heading", { name }).boundingBox();
    return { x: box?.x ?? 0, y: box?.y ?? 0 };
  };
  await page.setViewportSize({ width: 1440, height: 800 });
  const [steps, story] = [await placeOf("Where it is"), await placeOf("History")];
  expect(story.x).toBeGreaterThan(steps.x + 400);
  await page.setViewportSize({ width: 390, height: 800 });
  expect((await placeOf("History")).y).toBeGreaterThan((await placeOf("Where it is")).y);
});

test("the sample is the same for everybody, sets no cookie, may be listed, and brings no more script than a batch's page", {
  tag: "@full",
}, async ({ request }) => {
  const sample = await request.get(paths.trackSample);
  expect(sample.status()).toBe(200);
  expect(sample.headers()["set-cookie"]).toBeUndefined();
  expect(sample.headers()["cache-control"]).toMatch(/s-maxage|public/);
  const html = await sample.text();
  expect(html).not.toContain("noindex");
  expect(await (await request.get(`${paths.trackSample}?paid=1`)).text()).toBe(html);

  const real = await request.get(await aTrackedBatch());
  expect(real.status()).toBe(200);
  const sizeOf = scriptSizes(async (script) => (await request.get(script)).body());
  const bytes = await firstLoadBytes(html, sizeOf);
  // The header of the public pages marks where a visitor is, and asks whether somebody is signed in.
  expect(bytes / (await firstLoadBytes(await real.text(), sizeOf))).toBeLessThanOrEqual(1.01);
});

test("what only looks like the sample is a tracking link as any other", { tag: "@full" }, async ({
  page,
}) => {
  for (const token of [`sample${"A".repeat(37)}`, `${"A".repeat(37)}sample`]) {
    const answer = await page.goto(paths.track(token));
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("This is a sample")).toHaveCount(0);
  }
});
