import { createServer, request as forward, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** How often each service was called. */
export type Calls = { database: number; auth: number; payments: number };

type Service = keyof Calls;

/**
 * What delivers mail begins with this when an answer is on its way, now before and now after its arrival, and asks again
 * until nothing is left. In between it reads whatever the waiting mails are about, those of other tests too.
 */
const CLAIM = /\/rpc\/claim_outbox$/;

/** What follows an answer comes late where the machine is busy. */
const QUIET_MS = 800;

/** A delivery that no mail leaves, or that is cut off, claims no more. */
const DELIVERY_MS = 20_000;

/** Stands between an instance of the product and its services, hands every call on and counts it. */
export class CallCounter {
  readonly #servers: Server[] = [];
  /** Every call so far: service, method and path. */
  #seen: { service: Service; what: string }[] = [];
  #last = 0;
  /** Between two claims a mail server may be talked to for long, with no call to be seen. */
  #isDelivering = false;

  /** Opens a door to a service; answers the address to use in its place. */
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

  /** Does `work` and counts what it calls until it has answered; what goes on afterwards is let run out. */
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

  /** A delivery ends with a claim that gets nothing. */
  #heedClaim(answer: IncomingMessage): void {
    let rows = "";
    answer.on("data", (chunk) => {
      rows += chunk;
    });
    answer.on("end", () => {
      this.#isDelivering = rows.trim() !== "[]";
    });
  }

  /** Waits until nothing has been called for a while, and no delivery of mail is under way. */
  async #quiet(): Promise<void> {
    const waited = () => Date.now() - this.#last;
    do await new Promise((resolve) => setTimeout(resolve, 100));
    while (waited() < QUIET_MS || (this.#isDelivering && waited() < DELIVERY_MS));
  }
}
