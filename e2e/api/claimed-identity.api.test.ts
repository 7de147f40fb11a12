import { apiPaths } from "../../lib/base/api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { priceOf } from "../../sandbox/builders/members.ts";
import { Product } from "../../sandbox/builders/product.ts";

const product = new Product();
const SESSION = "cs_test_aaaaaaaaaaaaaaaa";
/** An endpoint, a body, and its answer to who names nobody else: the payments asked for are of no page that we know. */
const calls: [path: string, body: () => object, answer: object][] = [
  [
    apiPaths.orderCheckout,
    () => ({ num_cards: 1, total_amount: 25, batch_id: newBatchId(), plan_type: "free" }),
    { status: 200, body: { url: expect.stringContaining("/c/pay/cs_test_") } },
  ],
  [
    apiPaths.membershipCheckout,
    () => ({ price_id: priceOf("pro") }),
    { status: 200, body: { url: expect.stringContaining("/c/pay/cs_test_") } },
  ],
  [
    apiPaths.processSuccess,
    () => ({ session_id: SESSION }),
    {
      status: 404,
      body: { error: "Payment session not found. Please contact support if you were charged." },
    },
  ],
  [
    apiPaths.processPaygPayment,
    () => ({ session_id: SESSION }),
    { status: 404, body: { error: "Invalid payment session. Please contact support." } },
  ],
  [
    apiPaths.processSubmissionPayment,
    () => ({ session_id: SESSION, batch_id: newBatchId() }),
    { status: 404, body: { error: "Invalid payment session. Please contact support." } },
  ],
];

describe.each(calls)("%s", (path, body, expected) => {
  test("refuses a body that names somebody else", async () => {
    const [me, other] = await Promise.all([product.person(), product.person()]);
    const claims = [
      { user_id: other.userId },
      { user_email: other.email },
      { user_id: me.userId, user_email: other.email },
    ];
    for (const claim of claims) {
      const answer = await product.post(path, { ...body(), ...claim }, { token: me.token });
      expect(answer).toMatchObject({
        status: 403,
        body: { error: "You are signed in with another account. Please reload the page." },
      });
    }
  });

  test("takes one that names the caller, or nobody", async () => {
    const me = await product.person();
    const claims = [
      { user_id: me.userId, user_email: me.email.toUpperCase() },
      { user_id: "", user_email: "" },
      { user_id: null, user_email: null },
    ];
    for (const claim of claims) {
      const answer = await product.post(path, { ...body(), ...claim }, { token: me.token });
      expect(answer).toMatchObject(expected);
    }
  });
});
