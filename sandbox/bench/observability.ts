import autocannon from "autocannon";
import { paths } from "../../lib/base/paths.ts";
import { Product } from "../builders/product.ts";
import { SpanReceiver } from "../builders/span-receiver.ts";
import { buildIfNeeded } from "../launcher/app-build.ts";
import { startApp } from "../launcher/app-server.ts";
import { sandboxEnvironment } from "../launcher/environment.ts";
import { anyFreePort, readPorts } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { DEMO_CUSTOMERS, DEMO_PASSWORD } from "../seed/demo-accounts.ts";
import { median } from "./load.ts";
import { printTable, ratio } from "./table.ts";

const ROUNDS = 5;
const SECONDS = 6;
const PAGES = [paths.home, paths.dashboard] as const;

/** An instance of the product, and the requests a second that it served in each round, by page. */
type Instance = { name: string; url: string; served: Record<string, number[]> };

/**
 * Measures what traces cost: requests a second of the home page and of a person's dashboard, without them, with one of
 * every tenth request and with one of each, sent to a collector on this machine. The instances take turns, so that a busy
 * minute of the machine falls on all. `--quick` takes one short round.
 */
export async function benchObservability({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const isQuick = args.includes("--quick");
  const settings = sandboxEnvironment(readPorts({ NODE_ENV: "production" }), { NODE_ENV: "production" });
  await buildIfNeeded(root, { ...process.env, ...settings }, log);
  const receiver = new SpanReceiver({ keeps: false });
  const collector = await receiver.start();
  const sandbox = await startTestSandbox({ root, withApp: false });
  const running: { stop: () => Promise<void> }[] = [];
  const start = async (name: string, tracing: Record<string, string>): Promise<Instance> => {
    const port = await anyFreePort();
    const url = `http://localhost:${port}`;
    const env = { ...process.env, ...sandbox.environment, APP_URL: url, ...tracing };
    const onExit = (message: string) => console.error(message);
    running.push(await startApp({ root, port, mode: "start", env, onLine: () => {}, onExit }));
    return { name, url, served: {} };
  };
  try {
    const instances = [
      await start("no traces", {}),
      await start("of every tenth request", { ...collector, OTEL_TRACES_SAMPLER_ARG: "0.1" }),
      await start("of each request", collector),
    ];
    log("Loading the pages …");
    await load(instances, isQuick ? 1 : ROUNDS, isQuick ? 2 : SECONDS);
    const [control] = instances;
    const rows = PAGES.flatMap((page) =>
      instances.map(({ name, served }) => {
        const perSecond = median(served[page] ?? []);
        return [page, name, perSecond.toFixed(0), ratio(perSecond / median(control?.served[page] ?? []))];
      }),
    );
    printTable("Requests a second with traces", ["page", "traces", "req/s", "beside none"], rows);
    if (receiver.batches === 0) throw new Error("No trace arrived, so nothing was measured.");
  } finally {
    for (const part of running) await part.stop();
    await sandbox.stop();
    await receiver.stop();
  }
}

async function load(instances: Instance[], rounds: number, seconds: number): Promise<void> {
  const [any] = instances;
  const cookie = await logIn(any?.url ?? "");
  // The first seconds are the compiler's.
  for (const { url } of instances) for (const page of PAGES) await perSecondOf(url + page, cookie, 2);
  for (let round = 0; round < rounds; round++) {
    for (const page of PAGES) {
      for (const { url, served } of instances) {
        const perSecond = await perSecondOf(url + page, cookie, seconds);
        served[page] = [...(served[page] ?? []), perSecond];
      }
    }
  }
}

/** Asks for a page from 16 connections; throws when an answer is not the page. */
async function perSecondOf(url: string, cookie: string, seconds: number): Promise<number> {
  const headers = { cookie, "accept-encoding": "gzip, deflate, br" };
  const result = await autocannon({ url, connections: 16, duration: seconds, headers });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests of ${url} failed.`);
  return result.requests.average;
}

/** The session cookies of a demo customer; cookies know no ports, so that all instances take them. */
async function logIn(url: string): Promise<string> {
  const account = { email: DEMO_CUSTOMERS[0], password: DEMO_PASSWORD };
  const { status, cookie } = await new Product({ APP_URL: url }).post("/api/auth/login", account);
  if (status !== 200) throw new Error(`The demo customer could not log in: ${status}.`);
  return cookie;
}
