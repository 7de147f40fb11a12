import { randomUUID } from "node:crypto";
import * as reads from "@/lib/orders/data";
import * as homeward from "@/lib/orders/homeward/mutations";
import { getOrder } from "@/lib/staff/order/data";
import { answerProblem } from "@/lib/staff/problems/mutations";
import { getReturnDesk } from "@/lib/staff/returns/data";
import { settleAddress } from "@/lib/staff/returns/mutations";
import { addReceived } from "../../sandbox/builders/grader-group";
import { addOnItsWay, holderOf } from "../../sandbox/builders/homeward";
import { addProfile, type StaffMember, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { connect, signedUp } from "../../sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();
let owner: StaffMember;
beforeAll(async () => {
  owner = await signUpStaff(sql, "owner");
});

const versionOf = async ({ id }: { id: string }) => Number((await storedOrder(sql, id)).version);

test("arrived, a problem, its answer and its end, as each side reads them", async () => {
  const person = await signedUp(sql);
  const order = await addOnItsWay(sql, { user_id: person.id });
  const decider = { userId: person.id, guestKey: null, tokenHash: null };
  const { p_token_hash: tokenHash } = await holderOf(sql, order);
  expect(await reads.getTrackedOrder(String(tokenHash))).toMatchObject({
    homeward: {
      order_id: order.id,
      can_arrive: true,
      can_write: true,
      address: null,
      asked_until: null,
      problem: null,
    },
  });
  expect(await homeward.confirmArrival(order.id, decider)).toBe("arrived");
  expect(await homeward.confirmArrival(randomUUID(), decider)).toBe("not_found");
  expect(await homeward.reportProblem(order.id, decider, "A slab is cracked.")).toBe("reported");
  expect(await getOrder(owner.accessToken, order.id)).toMatchObject({
    order: { problem: { waiting_since: expect.any(String) } },
    problem: { is_open: true, messages: [{ author: "customer", author_email: person.email }] },
  });
  const answer = { version: 1, words: "We are sorry.", closes: false };
  expect(await answerProblem(owner.id, order.id, answer)).toMatchObject({ outcome: "conflict" });
  const now = { ...answer, version: await versionOf(order), closes: true };
  expect(await answerProblem(owner.id, order.id, now)).toMatchObject({ outcome: "closed" });
  const later = { ...answer, version: await versionOf(order) };
  expect(await answerProblem(owner.id, order.id, later)).toEqual({ outcome: "nothing_open" });
  const { batch: mine } = await reads.getDashboard(person.accessToken, null, String(order.batch_id));
  expect(mine?.homeward.problem).toMatchObject({ is_open: false, until: expect.any(String) });
});

test("where cards go, as their owner and the desk read it", async () => {
  const person = await signedUp(sql);
  const order = await addReceived(sql, {
    user_id: person.id,
    submission_status: "graded",
    return_address: sql.json({ full_name: "Casey", address_line1: "77 Sunset Strip", country: "US" }),
  });
  await addProfile(sql, person.id);
  await sql`update profiles set city = 'Elsewhere', updated_at = now() where user_id = ${person.id}`;
  expect(await homeward.askChangedAddresses(1000)).toMatchObject({ looked: expect.any(Number) });
  const ask = () => homeward.askChangedAddresses(1000);
  expect(await homeward.tellUnansweredAddresses(0)).toBe(0);
  while ((await ask()).looked > 0);
  const { batch: mine } = await reads.getDashboard(person.accessToken, null, String(order.batch_id));
  const question = String(mine?.homeward.address?.id);
  expect(mine?.homeward.address).toMatchObject({ is_open: true, of_profile: { city: "Elsewhere" } });
  const { orders } = await getReturnDesk(owner.accessToken, String(order.batch_id));
  expect(orders).toMatchObject([{ refusal: "address_asked", address_question: { id: question } }]);
  const settled = { version: 1, question, choice: "order" as const, reason: "They called" };
  expect(await settleAddress(owner.id, order.id, settled)).toMatchObject({ outcome: "conflict" });
  const choice = { question, choice: "profile" as const };
  expect(await homeward.decideReturnAddress(order.id, person.id, choice)).toBe("decided");
  expect(await homeward.decideReturnAddress(randomUUID(), person.id, choice)).toBe("not_found");
  const late = { ...settled, version: await versionOf(order) };
  expect(await settleAddress(owner.id, order.id, late)).toEqual({ outcome: "not_open" });
});

test("no function of these rooms was left out", () => {
  const expected = ["orders/homeward", "staff/problems"].flatMap((room) => functionsCalledIn(room));
  expect(expected.length).toBeGreaterThan(4);
  expect([...expected, "staff_settle_address"].filter((name) => !called.has(name))).toEqual([]);
});
