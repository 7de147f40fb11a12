import { requestAddressChange } from "@/lib/orders/return-address/request-address-change";
import { addressCode, codeStep, readDisputeLink, signDisputeLink } from "@/lib/orders/signed-links";
import { catchLog } from "@/sandbox/builders/caught-log";
import { addReceived } from "@/sandbox/builders/grader-shipment";
import { PASSWORD } from "@/sandbox/builders/person";
import { storedOrder } from "@/sandbox/builders/rows";
import { addSignedInPerson, connect } from "@/sandbox/builders/test-database";

const sql = connect();
catchLog();

jest.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    getAll: () => [],
    get: () => undefined,
    set: () => undefined,
    delete: () => undefined,
  }),
}));

const ADDRESS = {
  full_name: "Casey Collector",
  address_line1: "9 Oak",
  address_line2: "",
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
} as const;

/** A person whose cards are here, and a function that changes their return address. */
async function withCardsHere() {
  const { id: userId, email, accessToken } = await addSignedInPerson(sql);
  const { id } = await addReceived(sql, { user_id: userId });
  const change = (proof: { currentPassword?: string; emailedCode?: string }) =>
    requestAddressChange(id, { ...ADDRESS, ...proof }, { userId, email, accessToken }, "10.0.0.1");
  return { id, userId, change };
}

test("requires the account's password once the cards are here", async () => {
  const { id, change } = await withCardsHere();
  await expect(change({})).rejects.toMatchObject({ code: "password_needed" });
  await expect(change({ currentPassword: "not-this-one" })).rejects.toMatchObject({
    code: "current_password_wrong",
  });
  // Emailed codes are only for accounts without a password.
  await expect(change({ emailedCode: addressCode(id, codeStep()) })).rejects.toMatchObject({
    code: "password_needed",
  });
  expect((await storedOrder(sql, id)).return_address).toBeNull();
  expect(await change({ currentPassword: PASSWORD })).toEqual({ outcome: "changed" });
  const { address_line2: _none, ...stored } = ADDRESS;
  expect((await storedOrder(sql, id)).return_address).toEqual(stored);
});

test("emails one code to an account without a password", async () => {
  const { id, userId, change } = await withCardsHere();
  await sql`update auth.identities set provider = 'google' where user_id = ${userId}`;
  await expect(change({})).rejects.toMatchObject({ code: "address_code_needed" });
  await expect(change({})).rejects.toMatchObject({ code: "address_code_needed" });
  const mails = await sql<{ step: number }[]>`select (payload ->> 'step')::int as step from outbox
    where kind = 'address_code' and payload ->> 'order_id' = ${id}`;
  expect(mails).toHaveLength(1);
  await expect(change({ emailedCode: addressCode(id, 1) })).rejects.toMatchObject({
    code: "address_code_wrong",
  });
  expect(await change({ emailedCode: addressCode(id, mails[0]?.step ?? 0) })).toEqual({ outcome: "changed" });
});

test("accepts the link that disputes an address change for 30 days", () => {
  const now = Date.parse("2026-11-24T15:00:00Z");
  const link = signDisputeLink("00000000-0000-4000-8000-000000000001", now);
  expect(readDisputeLink(link, now)).toBe("00000000-0000-4000-8000-000000000001");
  expect([readDisputeLink(`${link}x`, now), readDisputeLink(link, now + 31 * 86_400_000)]).toEqual([
    null,
    null,
  ]);
});
