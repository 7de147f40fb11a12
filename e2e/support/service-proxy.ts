import { connect, createServer, type Server, type Socket } from "node:net";

/** What becomes of the service: see ServiceProxy. */
export type Mode = "pass" | "refuse" | "silent" | "cut" | { delayMs: number };

/**
 * Stands between the app and one of its services, so that a test takes the service away and gives it back without
 * starting the app anew. `refuse` ends every connection at once, `silent` takes them and never says a word; both hold
 * for connections that are open as well. `cut` lets the service do what it was asked, and ends the connection in the
 * middle of its answer; with `delayMs` all that it says comes so much later.
 */
export class ServiceProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #mode: Mode = "pass";
  #taken = 0;

  /** `target` is the address of the service; only its host and port count. */
  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** Starts it and answers the address by which the app reaches the service: the target's, with another port. */
  async start(): Promise<string> {
    const server = createServer((client) => this.#take(client));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    const address = server.address();
    const url = new URL(this.#target);
    url.hostname = "127.0.0.1";
    url.port = String(typeof address === "object" ? address?.port : 0);
    return url.href.replace(/\/$/, "");
  }

  /** What happens to the service from now on; connections of before are cut. */
  set(mode: Mode): void {
    this.#mode = mode;
    this.#taken = 0;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** How many connections it has taken since `set`. */
  get taken(): number {
    return this.#taken;
  }

  async stop(): Promise<void> {
    this.set("refuse");
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #take(client: Socket): void {
    this.#watch(client);
    this.#taken++;
    if (this.#mode === "refuse") {
      client.destroy();
      return;
    }
    if (this.#mode === "silent") return;
    const service = this.#watch(connect(Number(this.#target.port), this.#target.hostname));
    client.pipe(service);
    client.once("close", () => service.destroy());
    if (this.#mode === "cut") {
      service.once("data", (answer: Buffer) => {
        client.write(answer.subarray(0, answer.length / 2));
        service.destroy();
      });
      service.once("close", () => client.destroySoon());
    } else if (typeof this.#mode === "object") {
      const { delayMs } = this.#mode;
      const later = (work: () => void) => setTimeout(work, delayMs).unref();
      service.on("data", (answer: Buffer) => later(() => client.write(answer)));
      service.once("close", () => later(() => client.destroySoon()));
    } else {
      service.pipe(client);
      service.once("close", () => client.destroy());
    }
  }

  #watch(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
    return socket;
  }
}
