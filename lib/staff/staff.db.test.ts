import { randomUUID } from "node:crypto";
import { getReceivingDesk } from "@/lib/staff/desk/data";
import * as desk from "@/lib/staff/desk/mutations";
import { checkInSchema, matchPackageSchema, packageSchema } from "@/lib/staff/desk/schema";
import { updateOrder } from "@/lib/staff/order/change-order";
import { orderUpdateSchema } from "@/lib/staff/order/schema";
import { getOrder, listAllOrders, listOrders } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { updateOrders } from "@/lib/staff/orders/mutations";
import { bulkUpdateSchema } from "@/lib/staff/orders/schema";
import {
  addMember,
  addMemberSchema,
  getUserProfile,
  listPeople,
  removeMember,
  removeMemberSchema,
} from "@/lib/staff/people/people";
import {
  getReconciliation,
  resolveException,
  resolveExceptionSchema,
  retryMail,
  retryMailSchema,
} from "@/lib/staff/reconcile/reconciliation";
import { addOrder, addQueuedMail, type StaffMember, signUpStaff } from "@/sandbox/builders/rows";
import { connect, signedUp } from "@/sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql, "owner");
});

test("a batch goes from the desk to the grader through the typed reads and writes", async () => {
  const token = member.accessToken;
  const order = await addOrder(sql);
  const found = (await getReceivingDesk(token, order.batch_id)).orders[0];
  expect(found?.id).toBe(order.id);
  const arrived = await desk.recordArrival(member.id, order.id);
  const counted = await desk.checkIn(
    member.id,
    order.id,
    checkInSchema.parse({ version: arrived.order.version, count: 9, condition: "ok", shelf: "A-1" }),
  );
  expect(counted).toMatchObject({ outcome: "received", is_mismatch: true, order: { shelf_location: "A-1" } });

  const version = counted.outcome === "received" ? counted.order.version : 0;
  const changes = { submission_status: "shipped", grading_submission_number: "SUB-1" };
  const body = bulkUpdateSchema.parse({ orders: [{ id: order.id, version }], changes, reason: "As counted" });
  expect(await updateOrders(member.id, body)).toMatchObject([{ id: order.id, outcome: "updated" }]);
  const stale = orderUpdateSchema.parse({ version, changes: { tracking_number: "1Z999AA10123456784" } });
  await expect(updateOrder(member.id, order.id, stale)).rejects.toMatchObject({
    code: "order_changed",
    reply: {
      changes: [
        { type: "submission_status", from_value: "received", to_value: "shipped", actor_email: member.email },
        { type: "grading_submission_number" },
        { type: "reason", message: "As counted" },
      ],
    },
  });

  const whole = await getOrder(token, order.id);
  expect(whole).toMatchObject({ received_by: member.email, order: { submission_status: "shipped" } });
  const page = await listOrders(token, readListQuery({ q: order.batch_id.slice(6), view: "exceptions" }));
  expect(page).toMatchObject({
    staff_role: "owner",
    orders: [{ id: order.id }],
    total: { count: 1, is_more: false },
  });
  const exported: string[] = [];
  for await (const rows of listAllOrders(token, readListQuery({ q: order.batch_id })))
    exported.push(...rows.map((row) => row.id));
  expect(exported).toEqual([order.id]);
});

test("people, packages, exceptions and mails", async () => {
  const person = await signedUp(sql);
  const { email } = addMemberSchema.parse({ email: person.email });
  expect(await addMember(member.id, email)).toEqual({ outcome: "added" });
  const people = await listPeople(member.accessToken);
  expect(people.people.map(({ user_id }) => user_id)).toContain(person.id);
  const { user_id } = removeMemberSchema.parse({ user_id: person.id });
  expect(await removeMember(member.id, user_id)).toEqual({ outcome: "removed" });

  const order = await addOrder(sql);
  const { package: kept } = await desk.savePackage(
    member.id,
    null,
    packageSchema.parse({ carrier: "ups", sender: "Casey" }),
  );
  const match = matchPackageSchema.parse({ package_id: kept.id, order_id: order.id });
  expect(await desk.matchPackage(member.id, match.package_id, match.order_id)).toMatchObject({
    outcome: "matched",
  });

  const missing = resolveExceptionSchema.parse({ exception_id: 2_000_000_000, resolution: "done" });
  const { resolution } = missing;
  await expect(
    resolveException(member.id, missing.exception_id, { resolution, acceptsAmount: false }),
  ).rejects.toMatchObject({ code: "exception_not_found" });
  const mail = await addQueuedMail(sql, { kind: "test", failed_at: new Date() });
  const { mail_id } = retryMailSchema.parse({ mail_id: mail.id });
  expect(await retryMail(member.id, mail_id)).toEqual({ outcome: "queued" });
  await expect(retryMail(member.id, mail_id)).rejects.toMatchObject({ code: "mail_in_progress" });
  await sql`delete from outbox where id = ${mail_id}`;
  expect((await getReconciliation(member.accessToken)).emails_failed.items).toBeInstanceOf(Array);
});

test("who is no longer staff is refused with 403, whatever their token says", async () => {
  const former = await signUpStaff(sql);
  await sql`delete from staff where user_id = ${former.id}`;
  const order = await addOrder(sql);
  const refused = { status: 403 };
  await expect(listOrders(former.accessToken, readListQuery({}))).rejects.toMatchObject(refused);
  await expect(getOrder(former.accessToken, order.id)).rejects.toMatchObject(refused);
  await expect(getUserProfile(former.accessToken, former.id)).rejects.toMatchObject(refused);
  await expect(desk.recordArrival(former.id, order.id)).rejects.toMatchObject(refused);
});

const named = {
  "an order": orderUpdateSchema,
  "several orders": bulkUpdateSchema,
  "a check-in": checkInSchema,
  "a member": addMemberSchema,
} as const;

test.each<[keyof typeof named, string, unknown]>([
  ["an order", "without a change", { version: 1, changes: {} }],
  ["an order", "as canceled", { version: 1, changes: { payment_status: "canceled" } }],
  ["an order", "with another total", { version: 1, changes: { total_paid: 0 } }],
  ["an order", "of a version that is text", { version: "1", changes: { tracking_number: "1" } }],
  ["an order", "with a program as invoice", { version: 1, changes: { invoice_filename: "a.exe" } }],
  ["an order", "with a path as invoice", { version: 1, changes: { invoice_filename: "../a.pdf" } }],
  ["an order", "with an endless number", { version: 1, changes: { tracking_number: "x".repeat(101) } }],
  ["several orders", "of which there is none", { orders: [], changes: { tracking_number: "1" } }],
  [
    "several orders",
    "with an id that is none",
    { orders: [{ id: "1", version: 1 }], changes: { tracking_number: "1" } },
  ],
  [
    "several orders",
    "as paid",
    { orders: [{ id: randomUUID(), version: 1 }], changes: { payment_status: "paid" } },
  ],
  ["a check-in", "of less than no cards", { version: 1, count: -1, condition: "ok" }],
  ["a check-in", "of half a card", { version: 1, count: 1.5, condition: "ok" }],
  ["a check-in", "in an unknown condition", { version: 1, count: 1, condition: "fine" }],
  ["a member", "without an address", { email: "nobody" }],
])("%s %s is refused before the database is asked", (name, _how, body) => {
  expect(() => named[name].parse(body)).toThrow();
});
