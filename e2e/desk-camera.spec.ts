import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { newBatchId } from "../lib/orders/batch-id.ts";
import { addOrder, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { cameraOptions, showLabel } from "./support/fake-camera.ts";

const batch_id = newBatchId();
await showLabel(batch_id);
test.use({ launchOptions: cameraOptions });
test.describe.configure({ mode: "serial" });

let id = "";
test.beforeAll(async () => {
  id = (await addOrder(database(), { batch_id, num_cards: 3 })).id;
});

test("reads a label with a phone's camera and our own library", { tag: "@full" }, async ({
  admin,
  page,
  expectAccessible,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.setViewportSize({ width: 390, height: 844 });
  const desk = new DeskPage(page);
  await desk.open();
  expect(loaded.filter((url) => /wasm/.test(url))).toEqual([]);
  await page.getByRole("button", { name: "Use the camera" }).click();
  await expect(page.getByRole("heading", { level: 2, name: batch_id })).toBeVisible();
  const origin = new URL(page.url()).origin;
  expect(loaded.filter((url) => new URL(url).origin !== origin && !/^(data|blob):/.test(url))).toEqual([]);
  expect(loaded.filter((url) => /\.wasm/.test(url))).toHaveLength(1);
  await expectAccessible(page);
  await admin.expectNoSidewaysScroll();
  // The label stays in view while the count is typed.
  await desk.count(3);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${batch_id}: counted 3 of 3`);
  await page.waitForTimeout(1_000);
  await desk.expectResult(`${batch_id}: counted 3 of 3`);
  expect((await storedOrder(database(), id)).received_count).toBe(3);
  await page.getByRole("button", { name: "Stop the camera" }).click();
  await expect(page.getByLabel("Camera view")).toHaveCount(0);
});

test("allows the camera and WebAssembly only at the desk", { tag: "@full" }, async ({ admin: { page } }) => {
  for (const [path, camera, hasWasm] of [
    [staffPaths.receive, "camera=(self)", true],
    [staffPaths.orders, "camera=()", false],
    [paths.home, "camera=()", false],
  ] as const) {
    const headers = (await page.request.get(path)).headers();
    expect(headers["permissions-policy"]).toContain(camera);
    expect(headers["content-security-policy"]?.includes("'wasm-unsafe-eval'")).toBe(hasWasm);
    expect(headers["content-security-policy"]).not.toContain("'unsafe-eval'");
  }
});
