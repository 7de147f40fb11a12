import { createServer, request as forward, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Calls = { database: number; auth: number; payments: number };

type Service = keyof Calls;

/** Email delivery starts with this call, before or after the response, and repeats it until nothing is left. */
const CLAIM = /\/rpc\/claim_outbox$/;

const QUIET_MS = 800;

/** A delivery that was cut off claims no more. */
const DELIVERY_MS = 20_000;

export class CallCounter {
  readonly #servers: Server[] = [];
  #seen: { service: Service; what: string }[] = [];
  #last = 0;
  /** The mail server may take this long between two claims. */
  #isDelivering = false;

  async before(upstream: string, serviceOf: (path: string) => Service): Promise<string> {
    const server = createServer((incoming, outgoing) => {
      const path = incoming.url ?? "/";
      const what = `${incoming.method} ${path.split("?")[0]}`;
      this.#seen.push({ service: serviceOf(path), what });
      this.#last = Date.now();
      const isClaim = CLAIM.test(what);
      if (isClaim) this.#isDelivering = true;
      const { hostname, port } = new URL(upstream);
      const headers = { ...incoming.headers, host: `${hostname}:${port}` };
      const call = forward({ hostname, port, path, method: incoming.method, headers }, (answer) => {
        if (isClaim) this.#heedClaim(answer);
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      call.on("error", () => outgoing.destroy());
      incoming.pipe(call);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** Counts the calls of `work` until it resolves, then waits for what continues after the response. */
  async during<T>(work: () => Promise<T>): Promise<{ calls: Calls; what: string[]; value: T }> {
    await this.#quiet();
    this.#seen = [];
    const value = await work();
    const delivery = this.#seen.findIndex(({ what }) => CLAIM.test(what));
    const seen = delivery < 0 ? this.#seen : this.#seen.slice(0, delivery);
    const calls: Calls = { database: 0, auth: 0, payments: 0 };
    for (const { service } of seen) calls[service] += 1;
    await this.#quiet();
    return { calls, what: seen.map(({ what }) => what), value };
  }

  #heedClaim(answer: IncomingMessage): void {
    let rows = "";
    answer.on("data", (chunk) => {
      rows += chunk;
    });
    answer.on("end", () => {
      this.#isDelivering = rows.trim() !== "[]";
    });
  }

  async #quiet(): Promise<void> {
    const waited = () => Date.now() - this.#last;
    do await new Promise((resolve) => setTimeout(resolve, 100));
    while (waited() < QUIET_MS || (this.#isDelivering && waited() < DELIVERY_MS));
  }
}
