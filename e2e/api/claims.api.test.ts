import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { Product } from "../../sandbox/builders/product.ts";

const product = new Product();
const request = (order_id: string) => ({ action: "request", order_id });

test("a visitor has to log in to get a batch added", async () => {
  expect(await product.post(apiPaths.claim, request(randomUUID()))).toMatchObject({ status: 401 });
  expect(await product.post(apiPaths.claim, { action: "redeem", link: "x" })).toMatchObject({ status: 401 });
});

test("only the browser that paid can ask for the link", async () => {
  const { token } = await product.person();
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: anEmail() });
  await product.runJob(apiPaths.cronReconcile);
  const confirmed = await product.post(
    apiPaths.processPaygPayment,
    { session_id: opened.body.sessionId },
    { cookie: opened.cookie },
  );
  const orderId = confirmed.body.submission.order_id;
  expect(await product.post(apiPaths.claim, request(orderId), { token })).toMatchObject({ status: 404 });
  const asked = await product.post(apiPaths.claim, request(orderId), { token, cookie: opened.cookie });
  expect(asked).toMatchObject({ status: 200, body: { sentTo: expect.stringContaining("•••@") } });
});

test.each(["redeem", "undo"])("refuses to %s a link that isn't ours", async (action) => {
  const { token } = await product.person();
  const forged = `${randomUUID()}.0.1999999999.${"A".repeat(43)}`;
  for (const link of ["", "x", forged]) {
    expect(await product.post(apiPaths.claim, { action, link }, { token })).toMatchObject({ status: 400 });
  }
});
