import { createServer, request as forward, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A call that can be made again. */
export type RecordedCall = { url: string; method: string; headers: Record<string, string>; body: string };

/** What a service goes by; the rest is of the connection. */
const KEPT_HEADERS = [
  "accept",
  "accept-profile",
  "apikey",
  "authorization",
  "content-profile",
  "content-type",
  "idempotency-key",
  "prefer",
  "stripe-version",
];

/** Stands between the product and its services, hands every call on and writes it down. */
export class CallRecorder {
  readonly #servers: Server[] = [];
  #calls: RecordedCall[] = [];

  /** Opens a door to a service; answers the address to use in its place. */
  async before(upstream: string): Promise<string> {
    const server = createServer(async (incoming, outgoing) => {
      const body = await buffer(incoming);
      const { url = "/", method = "GET" } = incoming;
      this.#calls.push({ url: upstream + url, method, headers: keptOf(incoming), body: body.toString() });
      const headers = { ...incoming.headers, host: new URL(upstream).host };
      const call = forward(upstream + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      call.on("error", () => outgoing.destroy());
      call.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Answers the calls since it was asked last. */
  take(): RecordedCall[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

function keptOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
  );
}
