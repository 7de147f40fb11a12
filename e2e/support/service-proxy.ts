import { connect, createServer, type Server, type Socket } from "node:net";

export type Mode = "pass" | "refuse" | "silent" | "cut" | { delayMs: number };

/**
 * A proxy that simulates service faults: `refuse` closes connections, `silent` never responds, `cut` ends a response
 * halfway, and `delayMs` slows responses down.
 */
export class ServiceProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #mode: Mode = "pass";
  #taken = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

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

  set(mode: Mode): void {
    this.#mode = mode;
    this.#taken = 0;
    for (const socket of this.#sockets) socket.destroy();
  }

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
