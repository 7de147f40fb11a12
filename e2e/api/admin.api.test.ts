import { randomUUID } from "node:crypto";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { addReceived } from "../../sandbox/builders/grader-shipment.ts";
import { anEmail, uniqueToken } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import {
  type Caller,
  eventually,
  logInAsCustomer,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import {
  addGivenUpEvent,
  addOrder,
  addOrders,
  addProfile,
  eventsOf,
  removeStaff,
  storedOrder,
} from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { addOtherAmount, type OtherAmount, openReasonsOf, settleException } from "../support/other-amount.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
afterAll(() => sql.end());

describe("orders", () => {
  let staff: SignedIn;

  beforeAll(async () => {
    staff = await logInAsStaff(product, sql);
  });

  const save = (id: string, body: object, who: object = staff) =>
    product.post(`/api/admin/orders/${id}`, body, who);
  const saveAll = (orders: object[], changes: object, who: object = staff) =>
    product.post("/api/admin/orders/bulk", { orders, changes }, who);

  describe("who is no staff sees nothing and changes nothing", () => {
    const strangers: [string, () => Promise<{ cookie?: string }>, number, RegExp][] = [
      ["a guest", async () => ({}), 401, /\/login\?next=%2Fadmin/],
      ["a customer", () => logInAsCustomer(product), 403, /\/dashboard$/],
      ["somebody removed whose session lives on", removedMember, 403, /\/dashboard$/],
    ];

    async function removedMember() {
      const member = await logInAsStaff(product, sql);
      expect((await product.get("/admin", member)).status).toBe(200);
      await removeStaff(sql, member.userId);
      return member;
    }

    test.each(strangers)("%s", async (_name, who, status, target) => {
      const stranger = await who();
      const secret = randomUUID();
      const order = await addOrder(sql, { tracking_number: secret });
      for (const path of ["/admin", `/admin?q=${order.batch_id}`, `/admin?order=${order.id}`]) {
        const answer = await product.get(path, stranger);
        expect(answer.status).toBe(307);
        expect(answer.location).toMatch(target);
        expect(answer.body).not.toContain(secret);
      }
      const file = await product.get(`/api/admin/orders/export?q=${order.batch_id}`, stranger);
      expect(file.status).toBe(status);
      expect(JSON.stringify(file.body)).not.toContain(secret);

      const one = await save(
        order.id,
        { version: order.version, changes: { payment_status: "unpaid" } },
        stranger,
      );
      const all = await saveAll([order], { fulfillment_status: "complete" }, stranger);
      expect([one.status, all.status]).toEqual([status, status]);
      expect(JSON.stringify([one.body, all.body])).not.toContain(secret);
      expect(await storedOrder(sql, order.id)).toMatchObject({
        version: order.version,
        payment_status: "paid",
      });
    });
  });

  describe("the list", () => {
    test("shows its rows without script, imported orders by their own id, and the order of its address", async () => {
      const order = await addOrder(sql, { batch_id: null });
      const name = `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
      const list = await product.get("/admin", staff);
      expect(list.status).toBe(200);
      expect(list.body).toContain(`Select ${name}`);
      const open = await product.get(`/admin?order=${order.id}`, staff);
      expect(open.body).toMatch(new RegExp(`<dialog[^>]*open[\\s\\S]*${name}`));
    });

    test("its pages follow each other by links, and the way back leads to the same rows", async () => {
      const mark = uniqueToken();
      await addOrders(sql, null, 51, { tracking_number: mark });
      const rowsOf = (html: string) => [...html.matchAll(/data-order="([^"]+)"/g)].map((match) => match[1]);
      const linkOf = (html: string, rel: string) =>
        new RegExp(`<a[^>]*rel="${rel}"[^>]*href="([^"]+)"|<a[^>]*href="([^"]+)"[^>]*rel="${rel}"`)
          .exec(html)
          ?.slice(1)
          .find(Boolean)
          ?.replaceAll("&amp;", "&");

      const first = await product.get(`/admin?q=${mark}`, staff);
      const second = await product.get(linkOf(first.body, "next") ?? "", staff);
      const seen = [first, second].flatMap(({ body: text }) => rowsOf(text));
      expect(seen).toHaveLength(51);
      expect(new Set(seen).size).toBe(51);
      expect(linkOf(second.body, "next")).toBeUndefined();
      expect(linkOf(first.body, "prev")).toBeUndefined();
      const back = await product.get(linkOf(second.body, "prev") ?? "", staff);
      expect(rowsOf(back.body)).toEqual(rowsOf(first.body));
    });

    test.each([
      "q=%00%01",
      "q='%3Bselect%201--",
      "payment=gold&fulfillment=1&view=all",
      "at=2026-02-31T00:00:00Z&id=3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
    ])("answers ?%s", async (query) => {
      const [page, file] = [
        await product.get(`/admin?${query}`, staff),
        await product.get(`/api/admin/orders/export?${query}`, staff),
      ];
      expect(page.status).toBe(200);
      expect(page.body).not.toContain("Failed to fetch orders");
      expect(file.status).toBe(200);
      expect(file.body).toContain("Batch ID,");
    });
  });

  describe("the export", () => {
    test("refuses a filter that the list does not have: a file of all orders is not what was asked for", async () => {
      const { cookie } = await logInAsStaff(product, sql);
      for (const query of ["search=casey", "q=casey&Payment=paid", "constructor=2"]) {
        const answer = await product.get(`/api/admin/orders/export?${query}`, { cookie });
        expect(answer).toMatchObject({
          status: 400,
          body: { error: "Unknown filter. Nothing was exported." },
        });
      }
    });

    test("holds every order of the filter, newest first", async () => {
      const mark = uniqueToken();
      await addOrders(sql, null, 3, { payment_status: "unpaid", tracking_number: mark });
      const file = await product.get(`/api/admin/orders/export?q=${mark}&payment=unpaid`, staff);
      expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(file.headers.get("content-disposition")).toMatch(
        /^attachment; filename="orders-[\d-]{10}\.csv"$/,
      );
      const ids = file.body
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line: string) => line.split(",")[0]);
      expect(ids).toHaveLength(3);
      expect(ids).toEqual(ids.toSorted());
      const none = await product.get(`/api/admin/orders/export?q=${mark}&payment=paid`, staff);
      expect(none.body.trim().split("\r\n")).toHaveLength(1);
    });

    test("holds the orders that were picked, in their order, and no other; of none, or too many, there is no file", async () => {
      const mark = uniqueToken();
      const [first, , third] = await addOrders(sql, null, 3, { tracking_number: mark });
      const picked = (ids: unknown[]) =>
        product.get(`/api/admin/orders/export?q=${mark}&orders=${ids}`, staff);
      const file = await picked([third?.id, randomUUID(), first?.id]);
      const rows = file.body.trim().split("\r\n").slice(1);
      expect(rows.map((line: string) => line.split(",")[0])).toEqual([third?.batch_id, first?.batch_id]);
      const [log] = await sql`select after from staff_log where type = 'exported' order by id desc limit 1`;
      expect(log?.after).toMatchObject({ filter: { selected: 3 }, rows: 2, is_complete: true });
      for (const ids of [["x"], Array.from({ length: 101 }, () => randomUUID())])
        expect((await picked(ids)).status).toBe(400);
    });

    test("runs nothing in a spreadsheet", async () => {
      const mark = uniqueToken();
      const order = await addOrder(sql, {
        tracking_number: `=HYPERLINK("https://evil.example","${mark}")`,
      });
      await save(order.id, { version: order.version, changes: { internal_notes: "+1+1\n@SUM(A1)" } });
      const { body: text } = await product.get(`/api/admin/orders/export?q=${mark}`, staff);
      expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""${mark}"")"`);
      expect(text).toContain(`"'+1+1\n'@SUM(A1)"`);
    });
  });
});

describe("changes", () => {
  let staff: SignedIn;

  beforeAll(async () => {
    staff = await logInAsStaff(product, sql);
  });

  const save = (id: string, body: object, who: object = staff) =>
    product.post(`/api/admin/orders/${id}`, body, who);
  const saveAll = (orders: object[], changes: object) =>
    product.post("/api/admin/orders/bulk", { orders, changes }, staff);

  describe("saving one order", () => {
    test("of an older version is refused with what others did, and changes nothing", async () => {
      const [order, other] = [await addOrder(sql), await logInAsStaff(product, sql)];
      const first = await save(
        order.id,
        { version: order.version, changes: { fulfillment_status: "grading" } },
        other,
      );
      expect(first).toMatchObject({ status: 200, body: { order: { fulfillment_status: "grading" } } });
      const second = await save(order.id, { version: order.version, changes: { internal_notes: "mine" } });
      expect(second.status).toBe(409);
      expect(second.body.order.version).toBe(first.body.order.version);
      expect(second.body.changes).toContainEqual(
        expect.objectContaining({
          type: "fulfillment_status",
          from_value: "not_received",
          to_value: "grading",
          actor_email: other.email,
        }),
      );
      expect((await storedOrder(sql, order.id)).internal_notes).toBeNull();
      const again = await save(order.id, {
        version: second.body.order.version,
        changes: { internal_notes: "mine" },
      });
      expect(again.status).toBe(200);
    });

    test("as unpaid, which the payment service holds as paid, takes a reason", async () => {
      const order = await addOrder(sql, {
        stripe_payment_intent_id: `pi_${randomUUID().replaceAll("-", "")}`,
      });
      const body = { version: order.version, changes: { payment_status: "unpaid" } };
      expect((await save(order.id, body)).status).toBe(422);
      expect((await storedOrder(sql, order.id)).payment_status).toBe("paid");
      const reasoned = await save(order.id, { ...body, reason: "Charged back at the bank" });
      expect(reasoned).toMatchObject({ status: 200, body: { order: { payment_status: "unpaid" } } });
    });

    test("of what does not fit says what that is, and takes a reason", async () => {
      const here = { fulfillment_status: "grading", submission_status: "graded", received_at: new Date() };
      const order = await addOrder(sql, here);
      const body = { version: order.version, changes: { submission_status: "completed" } };
      expect(await save(order.id, body)).toMatchObject({
        status: 422,
        body: { error: "It has no tracking number. Enter a reason.", warnings: ["no_tracking"] },
      });
      const reasoned = await save(order.id, { ...body, reason: "Handed over" });
      expect(reasoned).toMatchObject({ status: 200, body: { order: { fulfillment_status: "complete" } } });
    });

    const bad: [string, object, string][] = [
      ["no change", {}, "Nothing changed."],
      ["a field that staff do not set", { total_paid: 0 }, "This request has unknown fields: total_paid."],
      [
        "a payment state that only the payment service sets",
        { payment_status: "canceled" },
        "The payment status must be one of these: unpaid, paid.",
      ],
      [
        "an unknown step",
        { fulfillment_status: "lost" },
        "The fulfillment status must be one of these: not_received, grading, complete.",
      ],
      ["a file of another kind", { invoice_filename: "invoice.exe" }, "Choose a PDF, JPG or PNG file."],
      ["a path", { invoice_filename: "../invoice.pdf" }, "Choose a PDF, JPG or PNG file."],
      ["a text that is too long", { internal_notes: "x".repeat(5001) }, "Use up to 5,000 characters."],
      [
        "what a database refuses",
        { internal_notes: "a\u0000b" },
        "Some characters can't be saved. Please remove them and try again.",
      ],
      [
        "half a letter",
        { tracking_number: "\ud800" },
        "Some characters can't be saved. Please remove them and try again.",
      ],
    ];
    test.each(bad)("is refused for %s", async (_name, changes, error) => {
      const order = await addOrder(sql);
      const answer = await save(order.id, { version: order.version, changes });
      expect(answer).toMatchObject({ status: 400, body: { error } });
      expect((await storedOrder(sql, order.id)).version).toBe(order.version);
    });
  });

  describe("saving several orders", () => {
    test("has a result for each, and one that fails stops no other", async () => {
      const [fresh, stale, same] = [
        await addOrder(sql),
        await addOrder(sql),
        await addOrder(sql, { fulfillment_status: "complete", submission_status: "completed" }),
      ];
      await save(stale.id, { version: stale.version, changes: { internal_notes: "seen" } });
      const missing = { id: randomUUID(), version: 1 };
      const { status, body } = await product.post(
        "/api/admin/orders/bulk",
        {
          orders: [fresh, stale, same, missing],
          changes: { fulfillment_status: "complete" },
          reason: "Handed over",
        },
        staff,
      );
      expect(status).toBe(200);
      const outcomes = Object.fromEntries(
        body.results.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]),
      );
      expect(outcomes).toEqual({
        [fresh.id]: "updated",
        [stale.id]: "order_changed",
        [same.id]: "unchanged",
        [missing.id]: "order_not_found",
      });
      expect(await storedOrder(sql, fresh.id)).toMatchObject({
        fulfillment_status: "complete",
        submission_status: "completed",
      });
      expect((await storedOrder(sql, stale.id)).fulfillment_status).toBe("not_received");
    });

    test.each<[string, object[], object, string]>([
      ["no orders", [], { fulfillment_status: "complete" }, "Select at least one order."],
      [
        "more than 200",
        Array(201).fill({ id: randomUUID(), version: 1 }),
        { fulfillment_status: "complete" },
        "You can change up to 200 orders at once.",
      ],
      [
        "an id that is none",
        [{ id: "42", version: 1 }],
        { fulfillment_status: "complete" },
        "The ID is invalid. Please reload the page and try again.",
      ],
      ["no change", [{ id: randomUUID(), version: 1 }], {}, "Nothing changed."],
      [
        "a payment",
        [{ id: randomUUID(), version: 1 }],
        { payment_status: "paid" },
        "This request has unknown fields: payment_status.",
      ],
    ])("is refused for %s", async (_name, orders, changes, error) => {
      const answer = await saveAll(orders, changes);
      expect(answer).toMatchObject({ status: 400, body: { error } });
    });
  });
});

describe("stale changes", () => {
  let staff: SignedIn;
  let other: SignedIn & { email: string };
  beforeAll(async () => {
    staff = await logInAsStaff(product, sql);
    other = await logInAsStaff(product, sql);
  });

  const late = () => `Changed by ${other.email} just now. Check the changes, then`;

  test("who corrects or deletes a package too late reads who changed it and when", async () => {
    const { body } = await product.post(staffApiPaths.packages, { sender: "Jnae" }, staff);
    const path = staffApiPaths.package(body.package.id);
    expect((await product.post(path, { version: 1, sender: "Jane" }, other)).status).toBe(200);
    const refused = await product.post(path, { version: 1, sender: "Jan" }, staff);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "package_changed", error: `${late()} try again.`, package: { sender: "Jane" } },
    });
  });

  test("who closes a shipment too late reads who changed it and when", async () => {
    const [order, more] = [await addReceived(sql), await addReceived(sql)];
    const opened = await product.post(staffApiPaths.shipments, { grader: "PSA" }, staff);
    const { id } = opened.body.shipment;
    const add = (who: SignedIn, orderId: string) =>
      product.post(staffApiPaths.shipmentOrders(String(id)), { order_ids: [orderId] }, who);
    const { version } = (await add(staff, order.id)).body.shipment;
    expect((await add(other, more.id)).status).toBe(200);
    const close = { version, step: "closed", number: "SUB-LATE", cards: 10 };
    const refused = await product.post(staffApiPaths.shipmentStep(String(id)), close, staff);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "shipment_changed", error: `${late()} try again.` },
    });
  });

  test("who asks for an upcharge of an order that changed reads who changed it and when", async () => {
    const order = await addReceived(sql);
    const save = { version: order.version, changes: { internal_notes: "first" } };
    expect((await product.post(staffApiPaths.order(order.id), save, other)).status).toBe(200);
    const ask = { version: order.version, qty: 1, unit_cents: 1000, reason: "A higher tier" };
    const refused = await product.post(staffApiPaths.adjustments(order.id), ask, staff);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "order_changed", error: `${late()} save again.` },
    });
  });
});

describe("staff", () => {
  describe("staff actions", () => {
    let staff: SignedIn;
    beforeAll(async () => {
      staff = await logInAsStaff(product, sql);
    });

    describe("GET /api/admin/user-profile", () => {
      const ask = async (query: string, headers: Record<string, string>) => {
        const response = await fetch(product.appUrl + staffApiPaths.userProfile + query, { headers });
        return { status: response.status, body: await response.json() };
      };
      const byHeader = (userId: string, token = staff.token) =>
        ask(`?user_id=${userId}`, { "x-admin-token": token });

      test("answers the profile and the last ten orders, newest first, to the token of staff", async () => {
        const person = await product.person();
        await addProfile(sql, person.userId, { city: "Portland" });
        const orders = await addOrders(sql, person, 11);
        const { status, body } = await byHeader(person.userId);
        expect(status).toBe(200);
        expect(body.profile).toMatchObject({ user_id: person.userId, email: person.email, city: "Portland" });
        expect(body.orders.map(({ id }: { id: string }) => id)).toEqual(
          orders.slice(0, 10).map(({ id }) => id),
        );
        expect(Object.keys(body).sort()).toEqual(["orders", "profile"]);
      });

      test("believes a header only by its own signature, whatever comes beside it", async () => {
        const customer = await logInAsCustomer(product);
        const [head, payload] = staff.token.split(".");
        const forged = `${head}.${payload}.${"A".repeat(43)}`;
        expect((await byHeader(customer.userId, customer.token)).status).toBe(403);
        for (const token of [forged, "true", ""]) {
          expect((await byHeader(customer.userId, token)).status).toBe(401);
          const beside = {
            "x-admin-token": token,
            cookie: staff.cookie,
            authorization: `Bearer ${staff.token}`,
          };
          expect((await ask(`?user_id=${customer.userId}`, beside)).status).toBe(401);
        }
        // The other way round: the header counts, not the customer's cookie beside it.
        const own = { "x-admin-token": staff.token, cookie: customer.cookie };
        expect((await ask(`?user_id=${customer.userId}`, own)).status).toBe(200);
      });

      test.each([
        ["nobody", "", 400, "No user_id provided"],
        ["an empty id", "?user_id=", 400, "No user_id provided"],
        ["no id at all", "?user_id=42", 404, "No Profile Found"],
        ["an account that is none", `?user_id=${randomUUID()}`, 404, "No Profile Found"],
      ])("of %s says so", async (_, query, status, error) => {
        expect(await ask(query, { cookie: staff.cookie })).toMatchObject({ status, body: { error } });
      });
    });

    describe("an order's arrival", () => {
      test("is noted once, by whom", async () => {
        const order = await addOrder(sql);
        const first = await product.post(staffApiPaths.arrival(order.id), {}, staff);
        expect(first).toMatchObject({ status: 200, body: { outcome: "arrived", order: { id: order.id } } });
        const again = await product.post(staffApiPaths.arrival(order.id), {}, staff);
        expect(again).toMatchObject({ status: 200, body: { outcome: "already_arrived" } });
        expect((await eventsOf(sql, order.id)).map(({ type, actor_id }) => [type, actor_id])).toEqual([
          ["arrived", staff.userId],
        ]);
      });
    });

    describe("asking the payment service anew about an order", () => {
      const sync = (id: string) => product.post(staffApiPaths.sync(id), {}, staff);

      test("books what was paid and what was refunded, whatever stood here", async () => {
        const { id, payment } = await payForBatch(product, sql);
        await sql`update public.grading_orders set stripe_payment_intent_id = null, payment_status = 'unpaid',
      total_paid = null, paid_at = null where id = ${id}`;
        expect(await sync(id)).toMatchObject({ status: 200, body: { outcome: "asked" } });
        expect(await storedOrder(sql, id)).toMatchObject({
          payment_status: "paid",
          stripe_payment_intent_id: payment,
        });

        await stripeOf(product).refunds.create({ payment_intent: payment, amount: 2_000 });
        await eventually(
          () => storedOrder(sql, id),
          (row) => row.refunded_cents === 2_000,
        );
        await sql`update public.grading_orders set refunded_cents = 0 where id = ${id}`;
        expect((await sync(id)).status).toBe(200);
        expect((await storedOrder(sql, id)).refunded_cents).toBe(2_000);
      });
    });

    test("a mail that was given up is sent when staff say so, and only such a one", async () => {
      const email = anEmail();
      const { id } = await payForBatch(product, sql, {}, { email });
      // In the mailbox is not enough: a moment later the worker writes that it has sent it.
      await eventually(
        () => sql`select 1 from public.outbox where payload ->> 'order_id' = ${id} and sent_at is not null`,
        (sent) => sent.length === 1,
      );
      const [mail] = await sql<{ id: string }[]>`update public.outbox set sent_at = null, failed_at = now()
    where payload ->> 'order_id' = ${id} returning id`;
      const retry = () => product.post(staffApiPaths.retryMail, { mail_id: Number(mail?.id) }, staff);
      expect(await retry()).toMatchObject({ status: 200, body: { outcome: "queued" } });
      await eventually(
        () => emailsTo(email),
        (mails) => mails.length === 2,
      );
      expect(await retry()).toMatchObject({ status: 409, body: { code: "mail_in_progress" } });
    });

    test("a delivery that was given up is worked again when staff say so", async () => {
      const event = await addGivenUpEvent(sql);
      const retry = () => product.post(staffApiPaths.retryEvent, { event_id: event }, staff);
      expect(await retry()).toMatchObject({ status: 200, body: { outcome: "queued" } });
      expect(await retry()).toMatchObject({ status: 409, body: { code: "event_in_progress" } });
      const [row] = await sql<{ attempts: number }[]>`
    select attempts from public.stripe_events where event_id = ${event}`;
      expect(row?.attempts).toBeLessThan(20);
    });
  });

  describe("payment exceptions", () => {
    let owner: SignedIn;

    beforeAll(async () => {
      owner = await logInAsStaff(product, sql, "owner");
    });

    const anotherAmount = () => addOtherAmount(product, sql);
    const settle = (entry: OtherAmount, accepts: boolean, who: Caller = owner) =>
      settleException(product, entry, accepts, who);
    const openOf = (entry: OtherAmount) => openReasonsOf(sql, entry);

    test("an amount is accepted once, by staff: the order is paid with it, and gives it back", async () => {
      const entry = await anotherAmount();
      for (const who of [{}, await logInAsCustomer(product)]) {
        expect((await settle(entry, true, who)).status).toBeGreaterThanOrEqual(401);
        expect(await openOf(entry)).toEqual(["amount_mismatch"]);
      }
      const presses = await Promise.all([settle(entry, true), settle(entry, true)]);
      expect(presses.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await settle(entry, false)).body.error).toBe("Someone else already resolved this.");
      expect(await storedOrder(sql, entry.id)).toMatchObject({
        payment_status: "paid",
        total_paid: "50.00",
        stripe_payment_intent_id: entry.payment,
      });
      const refund = {
        request_id: randomUUID(),
        amount_cents: 5_000,
        refunded_cents: 0,
        reason: "He asked for it",
      };
      expect((await product.post(staffApiPaths.refund(entry.id), refund, owner)).status).toBe(200);
      expect(await storedOrder(sql, entry.id)).toMatchObject({
        payment_status: "canceled",
        refunded_cents: 5_000,
      });
      expect((await stripe.refunds.list({ payment_intent: entry.payment })).data).toMatchObject([
        { amount: 5_000 },
      ]);
      expect(await openOf(entry)).toEqual([]);
    });
  });
});
