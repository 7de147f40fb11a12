import { expect, test } from "./fixtures.ts";

test("unlisted paths lead home, unknown API paths answer 404 as JSON", async ({ request }) => {
  for (const path of ["/nothing", "/admin-panel/x", "/index.php"]) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([response.status(), new URL(response.headers().location ?? "", "http://x").pathname]).toEqual([
      307,
      "/",
    ]);
  }
  const api = await request.get("/api/nothing");
  expect(api.status()).toBe(404);
  expect(await api.json()).toEqual({ error: "Not found." });
});
