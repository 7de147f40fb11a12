import { type ChannelListener, channel, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OwnAuthService } from "@/sandbox/builders/own-auth-service";

const auth = OwnAuthService.start();
const sandbox = { url: String(process.env.SUPABASE_URL), key: String(process.env.SUPABASE_PUBLISHABLE_KEY) };
const KEPT = { ...process.env };

/** Removed after each test, so that an earlier listener can't hide a missing one. */
const mockListeners: [string, ChannelListener][] = [];
jest.mock("node:diagnostics_channel", () => {
  const actual = jest.requireActual("node:diagnostics_channel");
  const subscribe = (name: string, listener: ChannelListener) => {
    mockListeners.push([name, listener]);
    actual.subscribe(name, listener);
  };
  return { ...actual, subscribe };
});

class Ended extends Error {}

let said: string[];
beforeEach(() => {
  said = [];
  jest.resetModules();
  jest.spyOn(console, "error").mockImplementation((line) => void said.push(line));
  jest.spyOn(process, "exit").mockImplementation((code) => {
    throw new Ended(String(code));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const [name, listener] of mockListeners.splice(0)) unsubscribe(name, listener);
  process.env = { ...KEPT };
});

async function start(settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, settings);
  const { prepareServer } = await import("@/lib/http/prepare-server");
  await prepareServer();
}

const onTheNet = () => ({
  APP_URL: "https://www.slabrelay.test",
  RECEIVING_ADDRESS: "Example | EX Receiving | 1 Main Street | Columbus | OH | 43004 | US",
  SUPABASE_URL: auth.url,
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_the_net",
  SUPABASE_SECRET_KEY: "sb_secret_of_the_net",
  SUPABASE_JWT_SECRET: "a-secret-of-the-net-that-is-long-enough",
  STRIPE_SECRET_KEY: "sk_live_of_the_net",
  STRIPE_WEBHOOK_SECRET: "whsec_of_the_net",
  STRIPE_PRICE_STARTER: "price_1",
  STRIPE_PRICE_PRO: "price_2",
  STRIPE_PRICE_ELITE: "price_3",
  STRIPE_PORTAL_CONFIGURATION: "bpc_1",
  CRON_SECRET: "a-secret-of-the-net-that-is-long-enough",
  COOKIE_SECRET: "a-secret-of-the-net-that-is-long-enough",
  RATE_LIMIT_SCALE: "1",
});

const REFUSAL = `Turn on "Confirm email" in the auth service. Without it, anyone can use someone else's email address.`;
const UNKNOWN = expect.stringMatching(/"level":"error","event":"auth.settings_unknown"/);

describe("public server", () => {
  test("doesn't start while the auth service auto-confirms addresses", async () => {
    auth.isTheSandbox(sandbox.url, sandbox.key);
    await expect(start(onTheNet())).rejects.toEqual(new Ended("1"));
    expect(said).toEqual([REFUSAL]);
  });

  test.each([{ mailer_autoconfirm: true }, {}])(
    "doesn't start when the auth service returns %j",
    async (settings) => {
      auth.says(settings);
      await expect(start(onTheNet())).rejects.toEqual(new Ended("1"));
      expect(said).toEqual([REFUSAL]);
    },
  );

  test("starts when the auth service confirms addresses by email", async () => {
    auth.says({ mailer_autoconfirm: false });
    await start(onTheNet());
    expect(said).toEqual([]);
    expect(auth.calls).toEqual([{ path: "/auth/v1/settings", key: "sb_publishable_of_the_net" }]);
  });

  test("starts and logs an error when the auth service is down, fails or returns HTML", async () => {
    auth.says({ mailer_autoconfirm: false }, 500);
    await start(onTheNet());
    jest.resetModules();
    auth.babbles("<html>");
    await start(onTheNet());
    jest.resetModules();
    await start({ ...onTheNet(), SUPABASE_URL: "http://127.0.0.1:1" });
    expect(said).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
  });

  test("doesn't start with a build that contains the sandbox's address", async () => {
    await expect(start({ ...onTheNet(), RECEIVING_ADDRESS: "" })).rejects.toEqual(new Ended("1"));
    expect(said).toEqual([expect.stringContaining("This build has the sandbox's address")]);
  });

  test("doesn't start without a required setting and names it", async () => {
    auth.says({ mailer_autoconfirm: false });
    await expect(start({ ...onTheNet(), CRON_SECRET: "" })).rejects.toEqual(new Ended("1"));
    expect(said).toEqual([expect.stringContaining("CRON_SECRET is missing")]);
    expect(auth.calls).toEqual([]);
  });
});

test("starts on loopback without checking the auth service", async () => {
  auth.says({ mailer_autoconfirm: true });
  await start({ SUPABASE_URL: auth.url });
  expect(said).toEqual([]);
  expect(auth.calls).toEqual([]);
});

test("overwrites the client address header with the socket's address", async () => {
  await start({});
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers["x-socket-address"]);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(url, { headers: { "x-socket-address": "192.0.2.1" } });
  server.closeAllConnections();
  server.close();
  expect(seen).toEqual(["127.0.0.1"]);

  const request = { headers: { "x-socket-address": "192.0.2.1" }, socket: {} };
  channel("http.server.request.start").publish({ request, response: { setHeader: () => {} } });
  expect(request.headers).toMatchObject({ "x-socket-address": "unknown" });
});
