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

  describe("callers without staff access", () => {
    const strangers: [string, () => Promise<{ cookie?: string }>, number, RegExp][] = [
      ["a guest", async () => ({}), 401, /\/login\?next=%2Fadmin/],
      ["a customer", () => logInAsCustomer(product), 403, /\/dashboard$/],
      ["removed staff with a live session", removedMember, 403, /\/dashboard$/],
    ];

    async function removedMember() {
      const member = await logInAsStaff(product, sql);
      expect((await product.get("/admin", member)).status).toBe(200);
      await removeStaff(sql, member.userId);
      return member;
    }

    test.each(strangers)("shows and changes nothing for %s", async (_name, who, status, target) => {
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
    test("shows rows and the order of the URL without script, imported ones by ID", async () => {
      const order = await addOrder(sql, { batch_id: null });
      const name = `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
      const list = await product.get("/admin", staff);
      expect(list.status).toBe(200);
      expect(list.body).toContain(`Select ${name}`);
      const open = await product.get(`/admin?order=${order.id}`, staff);
      expect(open.body).toMatch(new RegExp(`<dialog[^>]*open[\\s\\S]*${name}`));
    });

    test("links pages in both directions to the same rows", async () => {
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
    ])("shows the list and exports for ?%s", async (query) => {
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
    test("refuses to export an unknown filter", async () => {
      const { cookie } = await logInAsStaff(product, sql);
      for (const query of ["search=casey", "q=casey&Payment=paid", "constructor=2"]) {
        const answer = await product.get(`/api/admin/orders/export?${query}`, { cookie });
        expect(answer).toMatchObject({
          status: 400,
          body: { error: "Unknown filter. Nothing was exported." },
        });
      }
    });

    test("exports every order of the filter, newest first", async () => {
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

    test("exports only the selected orders in their order, from 1 to 100", async () => {
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

    test("escapes formulas in the export", async () => {
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
    test("explains an unusual change and accepts it with a reason", async () => {
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
      ["a field that staff can't set", { total_paid: 0 }, "This request has unknown fields: total_paid."],
      [
        "a payment status that only Stripe sets",
        { payment_status: "canceled" },
        "The payment status must be one of these: unpaid, paid.",
      ],
      [
        "an unknown step",
        { fulfillment_status: "lost" },
        "The fulfillment status must be one of these: not_received, grading, complete.",
      ],
      ["an unsupported file type", { invoice_filename: "invoice.exe" }, "Choose a PDF, JPG or PNG file."],
      ["a path", { invoice_filename: "../invoice.pdf" }, "Choose a PDF, JPG or PNG file."],
      ["a text above the limit", { internal_notes: "x".repeat(5001) }, "Use up to 5,000 characters."],
      [
        "a NUL character",
        { internal_notes: "a\u0000b" },
        "Some characters can't be saved. Please remove them and try again.",
      ],
      [
        "half a surrogate pair",
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
    test.each<[string, object[], object, string]>([
      ["no orders", [], { fulfillment_status: "complete" }, "Select at least one order."],
      [
        "more than 200",
        Array(201).fill({ id: randomUUID(), version: 1 }),
        { fulfillment_status: "complete" },
        "You can change up to 200 orders at once.",
      ],
      [
        "an invalid ID",
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

  const conflict = () => `Changed by ${other.email} just now. Check the changes, then`;

  test("says who changed a package and when after a stale edit", async () => {
    const { body } = await product.post(staffApiPaths.packages, { sender: "Jnae" }, staff);
    const path = staffApiPaths.package(body.package.id);
    expect((await product.post(path, { version: 1, sender: "Jane" }, other)).status).toBe(200);
    const refused = await product.post(path, { version: 1, sender: "Jan" }, staff);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "package_changed", error: `${conflict()} try again.`, package: { sender: "Jane" } },
    });
  });

  test("says who changed a shipment and when after a stale close", async () => {
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
      body: { code: "shipment_changed", error: `${conflict()} try again.` },
    });
  });

  test("says who changed an order and when after a stale upcharge", async () => {
    const order = await addReceived(sql);
    const save = { version: order.version, changes: { internal_notes: "first" } };
    expect((await product.post(staffApiPaths.order(order.id), save, other)).status).toBe(200);
    const ask = { version: order.version, qty: 1, unit_cents: 1000, reason: "A higher tier" };
    const refused = await product.post(staffApiPaths.adjustments(order.id), ask, staff);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "order_changed", error: `${conflict()} save again.` },
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

      test("returns the profile and the last ten orders for a staff token", async () => {
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

      test("accepts the header only by its own signature", async () => {
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
        // The header takes precedence over the cookie.
        const own = { "x-admin-token": staff.token, cookie: customer.cookie };
        expect((await ask(`?user_id=${customer.userId}`, own)).status).toBe(200);
      });

      test.each([
        ["no user", "", 400, "No user_id provided"],
        ["an empty id", "?user_id=", 400, "No user_id provided"],
        ["an invalid ID", "?user_id=42", 404, "No Profile Found"],
        ["an unknown account", `?user_id=${randomUUID()}`, 404, "No Profile Found"],
      ])("reports %s", async (_, query, status, error) => {
        expect(await ask(query, { cookie: staff.cookie })).toMatchObject({ status, body: { error } });
      });
    });

    describe("syncing an order with Stripe", () => {
      const sync = (id: string) => product.post(staffApiPaths.sync(id), {}, staff);

      test("records payments and refunds from Stripe over stored values", async () => {
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

    test("resends only a failed email", async () => {
      const email = anEmail();
      const { id } = await payForBatch(product, sql, {}, { email });
      // The worker records the delivery after the email arrives.
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

    test("retries only a failed event", async () => {
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

    test("accepts a different amount once, by staff only, and can refund it", async () => {
      const entry = await anotherAmount();
      for (const who of [{}, await logInAsCustomer(product)]) {
        expect((await settle(entry, true, who)).status).toBeGreaterThanOrEqual(401);
        expect(await openOf(entry)).toEqual(["amount_mismatch"]);
      }
      const outcomes = await Promise.all([settle(entry, true), settle(entry, true)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
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
