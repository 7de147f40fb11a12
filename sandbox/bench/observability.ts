import { paths } from "../../lib/base/paths.ts";
import { SpanReceiver } from "../builders/span-receiver.ts";
import { buildIfNeeded } from "../launcher/app-build.ts";
import { startApp } from "../launcher/app-server.ts";
import { sandboxEnvironment } from "../launcher/environment.ts";
import { anyFreePort, readPorts } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { DEMO_CUSTOMERS } from "../seed/demo-accounts.ts";
import { loadOf, median } from "./load.ts";
import { logIn } from "./log-in.ts";
import { processorMs } from "./process-figures.ts";
import { printTable, ratio } from "./table.ts";

const ROUNDS = 5;
const SECONDS = 6;
const PAGES = [paths.home, paths.dashboard] as const;

/** What a page took: requests a second, and milliseconds of processor that the product spent on each. */
type Taken = { perSecond: number; cpuMs: number };

/** An instance of the product, and what each page took in each round. */
type Instance = { name: string; url: string; pid: number; taken: Record<string, Taken[]> };

/**
 * Measures what traces cost: requests a second of the home page and of a person's dashboard, without them, with one of
 * every tenth request and with one of each, sent to a collector on this machine. The instances take turns, so that a busy
 * minute of the machine falls on all; the time of the processor, which Linux tells, does not depend on who else is busy.
 * `--quick` takes one short round.
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
    const app = await startApp({ root, port, mode: "start", env, onLine: () => {}, onExit });
    running.push(app);
    return { name, url, pid: app.pid, taken: {} };
  };
  try {
    const instances = [
      await start("no traces", {}),
      await start("of every tenth request", { ...collector, OTEL_TRACES_SAMPLER_ARG: "0.1" }),
      await start("of each request", collector),
    ];
    log("Loading the pages …");
    await load(instances, isQuick ? 1 : ROUNDS, isQuick ? 2 : SECONDS);
    const rows = PAGES.flatMap((page) => rowsOf(page, instances));
    const head = ["page", "traces", "req/s", "beside none", "processor ms", "beside none"];
    printTable("Requests with traces", head, rows);
    if (receiver.batches === 0) throw new Error("No trace arrived, so nothing was measured.");
  } finally {
    for (const part of running) await part.stop();
    await sandbox.stop();
    await receiver.stop();
  }
}

async function load(instances: Instance[], rounds: number, seconds: number): Promise<void> {
  const [any] = instances;
  // Cookies know no ports, so that all instances take them.
  const { cookie } = await logIn(any?.url ?? "", DEMO_CUSTOMERS[0]);
  // The first seconds are the compiler's.
  for (const instance of instances) for (const page of PAGES) await takenBy(instance, page, cookie, 2);
  for (let round = 0; round < rounds; round++) {
    for (const page of PAGES) {
      for (const instance of instances) {
        const taken = await takenBy(instance, page, cookie, seconds);
        instance.taken[page] = [...(instance.taken[page] ?? []), taken];
      }
    }
  }
}

/** A row for each instance, beside the first of them. */
function rowsOf(page: string, instances: Instance[]): string[][] {
  const of = (instance: Instance | undefined, key: keyof Taken) =>
    median((instance?.taken[page] ?? []).map((round) => round[key]));
  const [control] = instances;
  return instances.map((instance) => {
    const [perSecond, cpuMs] = [of(instance, "perSecond"), of(instance, "cpuMs")];
    const beside = (key: keyof Taken) => ratio(of(instance, key) / of(control, key));
    return [
      page,
      instance.name,
      perSecond.toFixed(0),
      beside("perSecond"),
      cpuMs.toFixed(2),
      beside("cpuMs"),
    ];
  });
}

/** Asks an instance for a page from 16 connections; throws when an answer is not the page. */
async function takenBy(
  { url, pid }: Instance,
  page: string,
  cookie: string,
  seconds: number,
): Promise<Taken> {
  const before = processorMs(pid);
  const { perSecond, requests } = await loadOf(url + page, seconds, { cookie, connections: 16 });
  return { perSecond, cpuMs: (processorMs(pid) - before) / requests };
}
