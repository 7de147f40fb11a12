import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cleared, EXAMPLES } from "./fixtures.ts";
import { canonicalParams, parseForm } from "./form-body.ts";
import {
  aClient,
  aSandbox,
  pay,
  type RunningSandbox,
  SECRET_KEY,
  sessionParams,
  WEBHOOK_SECRET,
} from "./testing/a-sandbox.ts";

describe("catalog", () => {
  describe("the prices that are there from the start", () => {
    let sandbox: RunningSandbox;
    beforeAll(async () => {
      sandbox = await aSandbox();
    });
    afterAll(() => sandbox.stop());

    test("are listed, with their products when expanded", async () => {
      const { data } = await sandbox.stripe.prices.list({ active: true, expand: ["data.product"] });
      expect(data.map(({ id, unit_amount, product }) => [id, unit_amount, product])).toEqual([
        ["price_sandbox_foreign", 500, expect.objectContaining({ name: "Newsletter" })],
        ["price_sandbox_elite", 24_900, expect.objectContaining({ name: "Volume Master" })],
        ["price_sandbox_pro", 9900, expect.objectContaining({ name: "Serious Collector" })],
        ["price_sandbox_starter", 2900, expect.objectContaining({ name: "Casual Collector" })],
      ]);
      const product = "prod_sandbox_pro";
      expect((await sandbox.stripe.prices.list({ product })).data).toHaveLength(1);
      expect((await sandbox.stripe.products.list({ ids: [product] })).data).toMatchObject([{ id: product }]);
    });

    test("are read one by one, and are there again after a reset", async () => {
      await sandbox.control("POST", "/reset", {});
      const price = await sandbox.stripe.prices.retrieve("price_sandbox_archived");
      expect(price).toMatchObject({ active: false, recurring: { interval: "month" }, type: "recurring" });
      expect(await sandbox.stripe.products.retrieve(String(price.product))).toMatchObject({ active: false });
      await expect(sandbox.stripe.prices.retrieve("price_none")).rejects.toMatchObject({ statusCode: 404 });
      await expect(sandbox.stripe.products.retrieve("prod_none")).rejects.toMatchObject({ statusCode: 404 });
    });
  });
});

describe("lists", () => {
  describe("lists", () => {
    let sandbox: RunningSandbox;
    const ids: string[] = [];
    beforeAll(async () => {
      sandbox = await aSandbox();
      for (let n = 1; n <= 5; n++) {
        const { id } = await sandbox.stripe.customers.create({ email: `${n % 2}@example.com`, name: `${n}` });
        ids.unshift(id);
      }
    });
    afterAll(() => sandbox.stop());

    const page = async (params: object) => {
      const { data, has_more } = await sandbox.stripe.customers.list(params);
      return { ids: data.map(({ id }) => id), has_more };
    };

    test("come newest first, in pages either way", async () => {
      expect(await page({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), has_more: true });
      expect(await page({ limit: 2, starting_after: ids[1] })).toEqual({
        ids: ids.slice(2, 4),
        has_more: true,
      });
      expect(await page({ limit: 2, starting_after: ids[3] })).toEqual({
        ids: ids.slice(4),
        has_more: false,
      });
      expect(await page({ limit: 2, ending_before: ids[4] })).toEqual({
        ids: ids.slice(2, 4),
        has_more: true,
      });
      expect(await page({ limit: 2, ending_before: ids[1] })).toEqual({
        ids: ids.slice(0, 1),
        has_more: false,
      });
    });

    test("are walked by the SDK's own pager", async () => {
      const walked: string[] = [];
      for await (const { id } of sandbox.stripe.customers.list({ limit: 2 })) walked.push(id);
      expect(walked).toEqual(ids);
    });

    test("filter by field and time", async () => {
      expect((await page({ email: "1@example.com" })).ids).toHaveLength(3);
      expect((await page({ created: { gte: Math.floor(Date.now() / 1000) + 60 } })).ids).toEqual([]);
      expect((await page({ created: { lte: Math.floor(Date.now() / 1000) + 60 } })).ids).toHaveLength(5);
      const events = await sandbox.stripe.events.list({
        types: ["customer.*", "charge.succeeded"],
        limit: 3,
      });
      expect(events).toMatchObject({ has_more: true, url: "/v1/events" });
      expect((await sandbox.stripe.events.list({ type: "charge.succeeded" })).data).toEqual([]);
    });

    test.each([
      [{ limit: 0 }, "limit"],
      [{ limit: 101 }, "limit"],
      [{ starting_after: "cus_x" }, "starting_after"],
      [{ created: { gte: "x" } }, "created"],
    ])("refuse %j", async (params, param) => {
      await expect(page(params)).rejects.toMatchObject({
        statusCode: 400,
        param: expect.stringContaining(param),
      });
    });
  });
});

describe("permissions", () => {
  describe("a restricted key", () => {
    let sandbox: RunningSandbox;
    beforeEach(async () => {
      sandbox = await aSandbox();
    });
    afterEach(() => sandbox.stop());

    /** A client whose key may do this alone. */
    async function clientWith(permissions: Record<string, string>) {
      const { key } = await sandbox.control<{ key: string }>("POST", "/restricted-keys", { permissions });
      return aClient(sandbox.url, key);
    }
    const refused = (permission: string) => ({
      type: "StripePermissionError",
      statusCode: 403,
      message: expect.stringContaining(`Having the '${permission}' permission would allow this request`),
    });

    test("reads and makes what it may", async () => {
      const client = await clientWith({ checkout_session: "write" });
      const { id } = await client.checkout.sessions.create(sessionParams());
      await expect(client.checkout.sessions.retrieve(id)).resolves.toMatchObject({ id });
    });

    test("is told which permission it lacks, and changes nothing", async () => {
      const client = await clientWith({ checkout_session: "read", charge: "read" });
      await expect(client.checkout.sessions.create(sessionParams())).rejects.toMatchObject(
        refused("rak_checkout_session_write"),
      );
      await expect(client.refunds.create({ payment_intent: "pi_1" })).rejects.toMatchObject(
        refused("rak_charge_write"),
      );
      await expect(client.customers.list()).rejects.toMatchObject(refused("rak_customer_read"));
      expect((await client.checkout.sessions.list()).data).toEqual([]);
    });

    test("needs to read what it expands", async () => {
      const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams());
      const client = await clientWith({ checkout_session: "read", payment_intent: "read" });
      await expect(
        client.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] }),
      ).rejects.toMatchObject(refused("rak_charge_read"));
    });

    test("is one of those that were made; any other is no key", async () => {
      await expect(aClient(sandbox.url, "rk_test_unknown").events.list()).rejects.toMatchObject({
        statusCode: 401,
      });
    });
  });
});

describe("form body", () => {
  describe("parseForm", () => {
    test("reads brackets, indexes and empty brackets", () => {
      expect(parseForm("a=1&b[c]=2&b[d][0][e]=3&f[]=4&f[]=5&g=%5B%5D")).toEqual({
        a: "1",
        b: { c: "2", d: { 0: { e: "3" } } },
        f: { 0: "4", 1: "5" },
        g: "[]",
      });
    });

    test("takes hostile names for names", () => {
      const params = parseForm("__proto__[polluted]=1&constructor[x]=2&a]b[=3&[x]=4&metadata[__proto__]=5");
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect(Object.keys(params)).toEqual(["__proto__", "constructor", "a]b[", "[x]", "metadata"]);
    });

    test("gives equal parameters one text, whatever their order", () => {
      expect(canonicalParams(parseForm("b[y]=2&a=1&b[x]=3"))).toBe(
        canonicalParams(parseForm("a=1&b[x]=3&b[y]=2")),
      );
      expect(canonicalParams(parseForm("a=1"))).not.toBe(canonicalParams(parseForm("a=2")));
    });
  });
});

describe("fixtures", () => {
  describe("an example that was cleared", () => {
    test.each(Object.entries(EXAMPLES))(
      "of a %s has all its fields and none of its values",
      (_kind, example) => {
        const empty = cleared(example);
        expect(Object.keys(empty)).toEqual(Object.keys(example));
        for (const value of Object.values(empty)) expect([null, false, [], {}]).toContainEqual(value);
      },
    );

    test("is new each time", () => {
      const changed = cleared(EXAMPLES.subscription);
      changed.discounts.length = 1;
      expect(cleared(EXAMPLES.subscription).discounts).toEqual([]);
    });
  });
});

describe("state", () => {
  describe("the state", () => {
    let folder: string;
    let sandbox: RunningSandbox | undefined;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "stripe-sandbox-"));
    });
    afterEach(async () => {
      await sandbox?.stop();
      sandbox = undefined;
      rmSync(folder, { recursive: true, force: true });
    });

    test("outlives a restart: objects, keys, clock, faults, deliveries", async () => {
      sandbox = await aSandbox({ statePath: join(folder, "deep/state.db"), deliveryBackoffMs: 60_000 });
      sandbox.endpoint.answers.push(500, 500, 500, 500);
      const paid = await sandbox.stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "key" });
      await pay(sandbox, paid.id);
      const open = await sandbox.stripe.checkout.sessions.create(sessionParams());
      await sandbox.control("POST", "/deliveries/drain");
      await sandbox.control("POST", "/clock", { frozen: true });
      const clock = await sandbox.control<{ now: number }>("GET", "/clock");
      await sandbox.control("POST", "/faults", { target: "api", path: "/v1/payouts", status: 503 });
      sandbox.endpoint.received.length = 0;

      await sandbox.restart();
      expect(await sandbox.control("GET", "/clock")).toMatchObject({ frozen: true, now: clock.now });
      expect(await sandbox.control("GET", "/faults")).toMatchObject({ data: [{ status: 503 }] });
      const again = await sandbox.stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: "key" });
      expect(again).toMatchObject({ id: paid.id, url: `${sandbox.url}/c/pay/${paid.id}` });
      expect((await sandbox.stripe.checkout.sessions.retrieve(paid.id)).payment_status).toBe("paid");
      const { url } = await sandbox.stripe.checkout.sessions.retrieve(open.id);
      expect(url).toBe(`${sandbox.url}/c/pay/${open.id}`);
      expect(await sandbox.deliveredTypes()).toHaveLength(4);
      await sandbox.control("POST", "/clock", { advance: 24 * 3600 });
      expect((await sandbox.stripe.checkout.sessions.retrieve(open.id)).status).toBe("expired");
    });

    test("outlives a kill -9", async () => {
      const statePath = join(folder, "state.db");
      const options = { port: 0, statePath, secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET };
      const server = pathToFileURL(join(process.cwd(), "sandbox/stripe/server.ts")).href;
      const script = `
      import { startStripeSandbox } from ${JSON.stringify(server)};
      const options = ${JSON.stringify({ ...options, webhookUrl: "http://127.0.0.1:9/" })};
      console.log((await startStripeSandbox(options)).url);`;
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, NODE_NO_WARNINGS: "1" },
      });
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
        child.once("exit", (code) => reject(new Error(`The sandbox ended with ${code}`)));
      });
      const made = await aClient(url).checkout.sessions.create(sessionParams(), { idempotencyKey: "key" });
      await fetch(`${url}/_control/checkout/sessions/${made.id}/pay`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
      });
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));

      sandbox = await aSandbox({ statePath });
      expect(await sandbox.stripe.checkout.sessions.retrieve(made.id)).toMatchObject({
        payment_status: "paid",
      });
      expect((await sandbox.stripe.checkout.sessions.list()).data).toHaveLength(1);
      expect((await sandbox.deliveredTypes()).sort()).toEqual([
        "charge.succeeded",
        "checkout.session.completed",
        "payment_intent.created",
        "payment_intent.succeeded",
      ]);
    }, 20_000);

    test("is not touched when the port is taken", async () => {
      sandbox = await aSandbox();
      const port = Number(new URL(sandbox.url).port);
      await expect(aSandbox({ port, statePath: join(folder, "state.db") })).rejects.toMatchObject({
        code: "EADDRINUSE",
      });
    });
  });
});
