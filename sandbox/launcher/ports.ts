import { randomInt } from "node:crypto";
import { createServer } from "node:net";

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

/** Reads the ports from the environment. PORT_OFFSET shifts the default ports. Throws for invalid values. */
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

export function portVariables(ports: Ports): Record<string, string> {
  const entries = Object.entries(ports) as [keyof Ports, number][];
  return Object.fromEntries(entries.map(([name, port]) => [DEFAULTS[name].variable, String(port)]));
}

/** Throws if a port is in use, naming the port and its variable. */
export async function requireFree(ports: Partial<Ports>): Promise<void> {
  for (const [name, port] of Object.entries(ports) as [keyof Ports, number][]) {
    if (await isFree(port)) continue;
    const { what, variable } = DEFAULTS[name];
    throw new Error(
      `Port ${port}, wanted by ${what}, is taken. Stop what listens there, or set ${variable}=<another port> (or PORT_OFFSET=100 to move all of them).`,
    );
  }
}

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
 * Below the range for outgoing connections, which could take a port between two starts. Ports are assigned in blocks.
 * A process that listens on a block's first port owns the others, so parallel test runs never share one.
 */
const BLOCKS = { first: 25_000, size: 10, count: 700 };
let next = randomInt(BLOCKS.count);
const owned: number[] = [];

/** Returns a free port that no other process gets. */
export async function anyFreePort(): Promise<number> {
  for (let tried = 0; tried < BLOCKS.count; tried++) {
    for (let port = owned.shift(); port; port = owned.shift()) if (await isFree(port)) return port;
    owned.push(...(await claimBlock(next)));
    next = (next + 1) % BLOCKS.count;
  }
  throw new Error(`No free port from ${BLOCKS.first} on.`);
}

function claimBlock(index: number): Promise<number[]> {
  const first = BLOCKS.first + index * BLOCKS.size;
  return new Promise((resolve) => {
    const lock = createServer();
    lock.once("error", () => resolve([]));
    lock.listen({ port: first, host: "127.0.0.1", exclusive: true }, () => {
      // Keeps the block without keeping the process alive.
      lock.unref();
      resolve(Array.from({ length: BLOCKS.size - 1 }, (_, at) => first + 1 + at));
    });
  });
}
