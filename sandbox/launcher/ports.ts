import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Where each service listens: the Supabase CLI's ports, plus the app's and the payment sandbox's. */
export type Ports = {
  app: number;
  api: number;
  database: number;
  mailWeb: number;
  smtp: number;
  stripe: number;
};

const DEFAULTS: Record<keyof Ports, { port: number; variable: string; what: string }> = {
  app: { port: 3000, variable: "PORT", what: "the app" },
  api: { port: 54321, variable: "SANDBOX_API_PORT", what: "the Supabase API" },
  database: { port: 54322, variable: "SANDBOX_DATABASE_PORT", what: "PostgreSQL" },
  mailWeb: { port: 54324, variable: "SANDBOX_MAIL_PORT", what: "the mailbox page" },
  smtp: { port: 54325, variable: "SANDBOX_SMTP_PORT", what: "the mail server" },
  stripe: { port: 12111, variable: "SANDBOX_STRIPE_PORT", what: "the payment sandbox" },
};

/** Reads the ports from the environment; PORT_OFFSET moves all that are not set by name. Throws on nonsense. */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const offset = wholeNumber(env.PORT_OFFSET || "0", "PORT_OFFSET");
  const entries = Object.entries(DEFAULTS).map(([name, { port, variable }]) => {
    const set = env[variable];
    const value = set ? wholeNumber(set, variable) : port + offset;
    if (value < 1 || value > 65_535) throw new Error(`${variable}: ${value} is not a port (1 to 65535).`);
    return [name, value];
  });
  return Object.fromEntries(entries) as Ports;
}

/** The variables that make a launch use these ports. */
export function portVariables(ports: Ports): Record<string, string> {
  const entries = Object.entries(ports) as [keyof Ports, number][];
  return Object.fromEntries(entries.map(([name, port]) => [DEFAULTS[name].variable, String(port)]));
}

/** Throws a message naming the port and the variable that moves it when something else listens there. */
export async function requireFree(ports: Partial<Ports>): Promise<void> {
  for (const [name, port] of Object.entries(ports) as [keyof Ports, number][]) {
    if (await isFree(port)) continue;
    const { what, variable } = DEFAULTS[name];
    throw new Error(
      `Port ${port}, wanted by ${what}, is taken. Stop what listens there, or set ${variable}=<another port> (or PORT_OFFSET=100 to move all of them).`,
    );
  }
}

/** Finds free ports for a throw-away sandbox. */
export async function freePorts(): Promise<Ports> {
  const names = Object.keys(DEFAULTS) as (keyof Ports)[];
  const found = await Promise.all(names.map(anyFreePort));
  return Object.fromEntries(names.map((name, index) => [name, found[index]])) as Ports;
}

function wholeNumber(text: string, variable: string): number {
  if (!/^-?\d{1,5}$/.test(text)) throw new Error(`${variable}: "${text}" is not a whole number.`);
  return Number(text);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Below the ports that systems give to outgoing connections: one of those could take a port again between the end of
 * what listened there and its next start. They are given out in blocks. A process that listens on a block's first port
 * owns the others as long as it lives, so that two test runs of two checkouts never give out the same one.
 */
const BLOCKS = { first: 25_000, size: 10, count: 700 };
let next = randomInt(BLOCKS.count);
/** What is left of the blocks that this process owns. */
const owned: number[] = [];

/** A port where nothing listens, and which no other process is given; another one at each call. */
export async function anyFreePort(): Promise<number> {
  for (let tried = 0; tried < BLOCKS.count; tried++) {
    for (let port = owned.shift(); port; port = owned.shift()) if (await isFree(port)) return port;
    owned.push(...(await claimBlock(next)));
    next = (next + 1) % BLOCKS.count;
  }
  throw new Error(`No free port from ${BLOCKS.first} on.`);
}

/** The ports of a block that is this process's own from now on; none when it is somebody else's. */
function claimBlock(index: number): Promise<number[]> {
  const first = BLOCKS.first + index * BLOCKS.size;
  return new Promise((resolve) => {
    const lock = createServer();
    lock.once("error", () => resolve([]));
    lock.listen({ port: first, host: "127.0.0.1", exclusive: true }, () => {
      // Holds the block without keeping the process alive.
      lock.unref();
      resolve(Array.from({ length: BLOCKS.size - 1 }, (_, at) => first + 1 + at));
    });
  });
}
