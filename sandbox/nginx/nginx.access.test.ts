import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { publicPages } from "../../lib/marketing/public-pages.ts";
import { anyFreePort } from "../launcher/ports.ts";
import { Nginx } from "./nginx.ts";

/*
 * Tests docs/nginx.conf in front of two stub servers that report the requests they receive: what nginx caches, for
 * whom, and until when. e2e/api/instances.access.api.test.ts proves that the product itself stays private behind
 * nginx.
 */

type Asked = { method: string; url: string; headers: IncomingMessage["headers"] };
/**
 * A build's responses by path. Any other path returns 404. Responses are cached for a year, as Next declares for
 * prerendered pages.
 */
type Build = Record<string, { body: string; headers?: Record<string, string> }>;

class StandIn {
  build: Build = {};
  readonly asked: Asked[] = [];
  readonly #server: Server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #answer({ method = "", url = "", headers }: IncomingMessage, outgoing: ServerResponse): void {
    this.asked.push({ method, url, headers });
    const page = this.build[url.split("?")[0] ?? ""];
    outgoing.writeHead(page ? 200 : 404, {
      "cache-control": page ? "s-maxage=31536000" : "private, no-store",
      vary: "rsc, next-router-state-tree, Accept-Encoding",
      ...page?.headers,
    });
    outgoing.end(page?.body ?? "not there");
  }
}

const build = (name: string): Build => ({
  ...Object.fromEntries(publicPages.map((path) => [path, { body: `${name} ${path}` }])),
  [`/_next/static/chunks/${name}.js`]: {
    body: `${name} script`,
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  },
  "/dashboard": { body: `${name} dashboard` },
});

const [one, two] = [new StandIn(), new StandIn()];
const instances = [one, two];
let nginx: Nginx;
let port: number;
let ports: number[];

beforeEach(() => {
  for (const instance of instances) {
    instance.build = build("first");
    instance.asked.length = 0;
  }
});
beforeAll(async () => {
  port = await anyFreePort();
  ports = await Promise.all(instances.map((instance) => instance.start()));
  nginx = await Nginx.start({ root: process.cwd(), port, instances: ports });
});
afterEach(() => nginx.purge());
afterAll(async () => {
  await nginx?.stop();
  await Promise.all(instances.map((instance) => instance.stop()));
});

const asked = () => instances.flatMap((instance) => instance.asked);

async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, headers, agent: false }, resolve)
      .on("error", reject)
      .end();
  });
  return {
    status: response.statusCode,
    body: await text(response),
    headers: response.headers,
    cache: response.headers["x-cache"],
  };
}

test("requests each public page once for all visitors", async () => {
  for (const path of publicPages) {
    expect(await ask(path)).toMatchObject({ status: 200, body: `first ${path}`, cache: "MISS" });
    for (const [query, headers] of [
      ["", { cookie: "sb=somebody" }],
      ["?plan=pro", { "next-router-state-tree": "made up", rsc: "1" }],
      ["?_rsc=abc", { "accept-encoding": "gzip", authorization: "Bearer somebody" }],
      ["", { host: "evil.example", "x-forwarded-host": "evil.example" }],
    ] as const) {
      const answer = await ask(path + query, headers);
      expect([answer.cache, answer.body]).toEqual(["HIT", `first ${path}`]);
    }
    expect((await ask(path, {}, "HEAD")).cache).toBe("HIT");
  }
  expect(asked()).toHaveLength(publicPages.length);
});

test("forwards no visitor data for a public page", async () => {
  await ask("/pricing?plan=pro&name=canary", {
    cookie: "sb=canary",
    authorization: "Bearer canary",
    "user-agent": "canary",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-host": "canary.example",
    "x-socket-address": "203.0.113.9",
    rsc: "1",
  });
  const [{ method, url, headers } = { headers: {} }] = asked();
  expect([method, url]).toEqual(["GET", "/pricing"]);
  expect(Object.keys(headers).sort()).toEqual([
    "accept-encoding",
    "connection",
    "host",
    "x-forwarded-host",
    "x-forwarded-proto",
  ]);
  expect(JSON.stringify(headers)).not.toContain("canary");
});

test("forwards everything else unchanged and never caches it", async () => {
  for (let time = 0; time < 3; time++) {
    const answer = await ask("/dashboard?tab=all", { cookie: "sb=somebody" });
    expect([answer.body, answer.cache]).toEqual(["first dashboard", undefined]);
  }
  expect(asked()).toHaveLength(3);
  expect(asked()[0]).toMatchObject({ url: "/dashboard?tab=all", headers: { cookie: "sb=somebody" } });
  expect(nginx.cached()).toEqual([]);
});

test("passes a 12 KB session in both directions", async () => {
  const session = `sb=${"x".repeat(12_000)}`;
  one.build["/dashboard"] = two.build["/dashboard"] = { body: "", headers: { "set-cookie": session } };
  expect(await ask("/dashboard", { cookie: session })).toMatchObject({
    status: 200,
    headers: { "set-cookie": [session] },
  });
  expect(asked()[0]?.headers.cookie).toBe(session);
});

test("replaces a client's address header with the socket's address", async () => {
  await ask("/dashboard", { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9" });
  const headers = asked()[0]?.headers ?? {};
  expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
  expect(headers.forwarded).toBeUndefined();
  expect(nginx.log().join("\n")).not.toMatch(/203\.0\.113|dashboard/);
});

test.each([
  ["sets a cookie", { "set-cookie": "sb=somebody" }],
  ["is private", { "cache-control": "private, no-store" }],
  ["says nothing of how long it holds", { "cache-control": "no-cache" }],
])("doesn't cache a public page's response that %s", async (_what, headers) => {
  for (const instance of instances) instance.build["/terms"] = { body: "for one", headers };
  for (let time = 0; time < 2; time++) expect((await ask("/terms")).cache).toBe("MISS");
  expect(nginx.cached()).toEqual([]);
});

test("blocks writes to public pages", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) expect((await ask("/", {}, method)).status).toBe(405);
  expect(asked()).toEqual([]);
});

test("clears cached pages on deploy but keeps the last build's files", async () => {
  const script = "/_next/static/chunks/first.js";
  for (const path of ["/", script]) await ask(path);
  for (const instance of instances) instance.build = build("second");
  expect((await ask("/")).body).toBe("first /");
  nginx.purge();
  expect(await ask("/")).toMatchObject({ body: "second /", cache: "MISS" });
  expect(await ask("/")).toMatchObject({ body: "second /", cache: "HIT" });
  // A browser may still need this script for a page it loaded before the deploy.
  expect(await ask(script)).toMatchObject({ body: "first script", cache: "HIT" });
  expect(
    nginx
      .cached()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(["/", script]);
});
