import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A call to hold: its method and path, and whether it is held before it reaches the service or on the way back. */
export type Moment = { call: RegExp; when: "before" | "after" };

/** Stands between the app and one of its services, and can hold calls, so that a test does something at that very step. */
export class HoldingProxy {
  #server: Server | undefined;
  #moment: Moment | undefined;
  #isHeld = () => {};
  #isAway = false;

  /** Opens the door to a service; answers the address to use in its place. */
  async before(upstream: string): Promise<string> {
    const { hostname, port } = new URL(upstream);
    const server = createServer((incoming, outgoing) => this.#take(incoming, outgoing, hostname, port));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Holds these calls from now on, for ever; resolves when the first of them is held. */
  hold(moment: Moment): Promise<void> {
    this.#moment = moment;
    return new Promise((resolve) => {
      this.#isHeld = resolve;
    });
  }

  /** Holds nothing more; what was held is cut. */
  pass(): void {
    this.#moment = undefined;
    this.#server?.closeAllConnections();
  }

  /** Takes the service away, or gives it back: every connection ends at once. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    this.#server?.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #holds(what: string, when: Moment["when"]): boolean {
    if (this.#moment?.when !== when || !this.#moment.call.test(what)) return false;
    this.#isHeld();
    return true;
  }

  #take(incoming: IncomingMessage, outgoing: ServerResponse, hostname: string, port: string): void {
    if (this.#isAway) {
      incoming.socket.destroy();
      return;
    }
    const path = incoming.url ?? "/";
    const what = `${incoming.method} ${path.split("?")[0]}`;
    if (this.#holds(what, "before")) return;
    const headers = { ...incoming.headers, host: `${hostname}:${port}` };
    const call = forward({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      if (this.#holds(what, "after")) return void answer.resume();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.destroy());
    incoming.pipe(call);
  }
}
