/** BATCH-{time in base 36}-{four random characters}, upper case. */
export const BATCH_ID = /^BATCH-[A-Z0-9]{6,16}-[A-Z0-9]{4}$/;

/** No 0 O 1 I: the id is written on parcels by hand. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A fresh batch id. The server keeps it unique: it takes the browser's proposal or makes another. */
export function newBatchId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(4));
  const suffix = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join("");
  return `BATCH-${now.toString(36).toUpperCase()}-${suffix}`;
}

/** What every screen, mail and label shows: imported orders without a batch id show ORDER- and their own id. */
export function displayBatchId(order: { id: string; batch_id: string | null }): string {
  return order.batch_id ?? `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
}
