import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  aClient,
  aSandbox,
  type RunningSandbox,
  SECRET_KEY,
  sessionParams,
  WEBHOOK_SECRET,
} from "./testing/a-sandbox.ts";

describe("permissions", () => {
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

  test("allows a restricted key its permitted calls", async () => {
    const client = await clientWith({ checkout_session: "write" });
    const { id } = await client.checkout.sessions.create(sessionParams());
    await expect(client.checkout.sessions.retrieve(id)).resolves.toMatchObject({ id });
  });

  test("names the missing permission and changes nothing", async () => {
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
});

describe("state", () => {
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

  test("keeps its state after kill -9", async () => {
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
});
