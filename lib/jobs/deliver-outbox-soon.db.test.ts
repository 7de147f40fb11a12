import { deliverOutboxSoon } from "@/lib/jobs/deliver-outbox";
import { confirmationKey } from "@/sandbox/builders/rows";
import { purchaseAs } from "@/sandbox/builders/sql-functions";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);

/** As in deliver-outbox.db.test.ts: a time of these tests' own. */
const mockNow = "1899-01-01T00:00:00Z";
/** Until it is kept, no worker gets to record what it has sent. */
let mockHeld: Promise<void>;
jest.mock("@/lib/supabase/service", () => {
  const { serviceClient } = jest.requireActual("@/lib/supabase/service");
  const rpc = async (name: string, args: Record<string, unknown>) => {
    if (name === "finish_outbox") await mockHeld;
    return serviceClient().rpc(name, name.endsWith("_outbox") ? { ...args, p_now: mockNow } : args);
  };
  return { serviceClient: () => ({ rpc }) };
});
jest.mock("@/lib/base/log", () => ({ log: { info: () => {}, warn: () => {}, error: () => {} } }));
const mockAfter = jest.fn<void, [() => Promise<void>]>();
jest.mock("next/server", () => ({ after: (work: () => Promise<void>) => mockAfter(work) }));

/** What a handler leaves to be done, done once its answer is on its way. */
function afterAnswer(): Promise<void> | undefined {
  deliverOutboxSoon();
  return mockAfter.mock.lastCall?.[0]();
}

async function aQueuedMail(due: string): Promise<string> {
  const key = confirmationKey(await purchaseAs(sql, "guest"));
  await sql`update outbox set created_at = ${mockNow}, next_attempt_at = ${due} where dedupe_key = ${key}`;
  return key;
}
const stored = async (key: string) =>
  (await sql`select sent_at, attempts from outbox where dedupe_key = ${key}`)[0];
async function isTried(key: string): Promise<void> {
  while ((await stored(key))?.attempts === 0);
}

afterEach(() => sql`delete from outbox where created_at < '1900-01-01'`);

test("a payment that comes while mails go out opens no more connections, and its mail follows", async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  mockHeld = promise;
  const [first, second] = [await aQueuedMail(mockNow), await aQueuedMail("2999-01-01T00:00:00Z")];
  const one = afterAnswer();
  await isTried(first);
  await sql`update outbox set next_attempt_at = ${mockNow} where dedupe_key = ${second}`;
  const other = afterAnswer();
  const left = other?.then(() => "left to the run under way");
  expect(await Promise.race([left, isTried(second)])).toBe("left to the run under way");
  goOn();
  await Promise.all([one, other]);
  for (const key of [first, second]) expect((await stored(key))?.sent_at).not.toBeNull();
});
