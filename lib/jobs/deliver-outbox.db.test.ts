import { deliverOutbox } from "@/lib/jobs/deliver-outbox";
import { emailsThatCame } from "@/sandbox/builders/mailbox";
import { addQueuedMail, confirmationKey } from "@/sandbox/builders/rows";
import { type Purchase, purchaseAs } from "@/sandbox/builders/sql-functions";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);

/** The current time in these tests, long ago. */
let mockNow = new Date("1900-01-01T00:00:00Z");
let mockFinishFails = 0;
let mockSettings: Record<string, string> = {};

jest.mock("@/lib/supabase/service", () => {
  const { serviceClient } = jest.requireActual("@/lib/supabase/service");
  const rpc = (name: string, args: Record<string, unknown>) => {
    if (name === "finish_outbox" && mockFinishFails-- > 0) {
      return Promise.resolve({ data: null, error: { message: "no connection", code: "" } });
    }
    const p_now = name.endsWith("_outbox") ? { p_now: mockNow.toISOString() } : {};
    return serviceClient().rpc(name, { ...args, ...p_now });
  };
  return { serviceClient: () => ({ rpc }) };
});
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, env: () => ({ ...actual.env(), ...mockSettings }) };
});
/** Delays (ms) between the worker's attempts to record an outcome. */
const mockWaits: number[] = [];
jest.mock("node:timers/promises", () => ({
  setTimeout: async (milliseconds: number) => void mockWaits.push(milliseconds),
}));
jest.mock("@/lib/base/log", () => ({ log: { info: () => {}, warn: () => {}, error: () => {} } }));

const wait = (minutes: number) => {
  mockNow = new Date(mockNow.getTime() + minutes * 60_000);
};

const recall = (keys: string[]) =>
  sql`update outbox set created_at = ${mockNow}, next_attempt_at = ${mockNow} where dedupe_key in ${sql(keys)}`;

const stored = async (key: string) => {
  const [row] =
    await sql`select sent_at, attempts, last_error, message_id from outbox where dedupe_key = ${key}`;
  return row;
};

const queued = async (kind: string, payload = {}) => (await addQueuedMail(sql, { kind, payload })).key;

async function somePaidOrders(count: number): Promise<Purchase[]> {
  const orders = await Promise.all(
    Array.from({ length: count }, (_, index) => purchaseAs(sql, index % 2 ? "guest" : "account")),
  );
  await recall(orders.map(confirmationKey));
  return orders;
}

beforeEach(() => {
  wait(60 * 24 * 365);
  mockSettings = {};
  mockFinishFails = 0;
  mockWaits.length = 0;
});

afterEach(() => sql`delete from outbox where created_at < '1940-01-01'`);

test("sends accounts and guests their confirmation", async () => {
  const [account, guest] = await somePaidOrders(2);
  expect(await deliverOutbox()).toEqual({ sent: 2, failed: 0 });
  for (const order of [account, guest]) {
    if (!order) throw new Error("no order");
    const [mail, ...more] = await emailsThatCame(order.email);
    expect(mail).toMatchObject({
      subject: "Paid. Now ship your 2 cards.",
      text: expect.stringContaining(`2 cards · Paid $50.00\n${order.batchId}`),
    });
    expect(more).toEqual([]);
    const messageId = `<order_confirmation.${order.id}@${new URL(process.env.APP_URL ?? "").hostname}>`;
    expect(`<${mail?.messageId.replace(/[<>]/g, "")}>`).toBe(messageId);
    expect(await stored(confirmationKey(order))).toMatchObject({ message_id: messageId, last_error: null });
  }
  expect(await deliverOutbox()).toEqual({ sent: 0, failed: 0 });
});

test("sends each email once after a mail server outage", async () => {
  const orders = await somePaidOrders(5);
  mockSettings = { SMTP_URL: "smtp://127.0.0.1:1" };
  expect(await deliverOutbox()).toEqual({ sent: 0, failed: 5 });
  for (const order of orders) {
    const row = await stored(confirmationKey(order));
    expect(row).toMatchObject({
      sent_at: null,
      attempts: 1,
      last_error: expect.stringMatching(/connect|refused/i),
    });
  }
  mockSettings = {};
  expect(await deliverOutbox()).toEqual({ sent: 0, failed: 0 });
  wait(1);
  expect(await deliverOutbox()).toEqual({ sent: 5, failed: 0 });
  for (const { email } of orders) expect(await emailsThatCame(email)).toHaveLength(1);
});

test("records rows that can't be rendered and still sends the others", async () => {
  const unpaid = await purchaseAs(sql, "account");
  const nobody = await purchaseAs(sql, "guest");
  await sql`update grading_orders set payment_status = 'canceled' where id = ${unpaid.id}`;
  await sql`update grading_orders set guest_email = null where id = ${nobody.id}`;
  const poison: [string, RegExp][] = [
    [await queued("no_such_kind"), /no email of kind no_such_kind/],
    [await queued("order_confirmation", { order_id: "00000000-0000-4000-8000-000000000000" }), /deleted/],
    [await queued("order_confirmation", { order_id: unpaid.id }), /canceled, not paid/],
    [confirmationKey(nobody), /no usable email address/],
  ];
  await recall(poison.map(([key]) => key));
  const good = await somePaidOrders(3);
  expect(await deliverOutbox()).toEqual({ sent: 3, failed: 4 });
  for (const { email } of good) expect(await emailsThatCame(email)).toHaveLength(1);
  for (const [key, reason] of poison) {
    expect(await stored(key)).toMatchObject({ sent_at: null, last_error: expect.stringMatching(reason) });
  }
});

test("sends an email once when recording it fails twice", async () => {
  const [order] = await somePaidOrders(1);
  if (!order) throw new Error("no order");
  mockFinishFails = 2;
  expect(await deliverOutbox()).toEqual({ sent: 1, failed: 0 });
  expect(mockWaits).toEqual([0, 250, 1_000]);
  expect(await stored(confirmationKey(order))).toMatchObject({ sent_at: expect.any(Date) });
  wait(60);
  expect(await deliverOutbox()).toEqual({ sent: 0, failed: 0 });
  expect(await emailsThatCame(order.email)).toHaveLength(1);
});

test("keeps the Message-ID when an unrecorded email is sent again", async () => {
  const [order] = await somePaidOrders(1);
  if (!order) throw new Error("no order");
  mockFinishFails = 4;
  await deliverOutbox();
  expect(mockWaits).toEqual([0, 250, 1_000, 4_000]);
  expect(await stored(confirmationKey(order))).toMatchObject({ sent_at: null });
  mockFinishFails = 0;
  wait(1);
  expect(await deliverOutbox()).toEqual({ sent: 1, failed: 0 });
  const mails = await emailsThatCame(order.email, 2);
  expect(mails).toHaveLength(2);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
});
