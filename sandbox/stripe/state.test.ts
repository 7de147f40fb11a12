import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  aClient,
  aSandbox,
  pay,
  type RunningSandbox,
  SECRET_KEY,
  sessionParams,
  WEBHOOK_SECRET,
} from "./testing/a-sandbox.ts";

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
