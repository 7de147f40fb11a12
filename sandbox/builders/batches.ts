import { orderOfBatch } from "./database.ts";
import { eventually, type Product } from "./product.ts";

/** A paid batch of a new account. */
export async function aBatch(product: Product) {
  const { token, email } = await product.person();
  const opened = await product.openCheckout({ token }, 12);
  await product.pay(opened.body.sessionId);
  const order = await eventually(
    () => orderOfBatch(opened.body.batch_id),
    (row) => row?.payment_status === "paid",
  );
  return { id: order?.id ?? "", batchId: opened.body.batch_id as string, email };
}
