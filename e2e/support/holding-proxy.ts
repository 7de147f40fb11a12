import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export type Moment = { call: RegExp; when: "before" | "after" };

/** Holds calls between the app and a service at an exact step. */
export class HoldingProxy {
  #server: Server | undefined;
  #moment: Moment | undefined;
  #isHeld = () => {};

  async before(upstream: string): Promise<string> {
    const { hostname, port } = new URL(upstream);
    const server = createServer((incoming, outgoing) => this.#take(incoming, outgoing, hostname, port));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  hold(moment: Moment): Promise<void> {
    this.#moment = moment;
    return new Promise((resolve) => {
      this.#isHeld = resolve;
    });
  }

  pass(): void {
    this.#moment = undefined;
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
