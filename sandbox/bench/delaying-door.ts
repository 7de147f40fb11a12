import { createServer, request as forward, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { anyFreePort } from "../launcher/ports.ts";

export type DoorOptions = {
  /** Address of the app behind it. */
  app: string;
  /** How much later each answer begins. */
  delayMs: number;
  /** A script that each page runs first. */
  script: string;
  /** Whether pages say what a browser may load ahead. */
  withRules: boolean;
};

/** Stands before the app as a long way to it does, and has each page tell how fast it was. */
export class DelayingDoor {
  readonly #server: Server;
  readonly #port: number;

  private constructor({ app, delayMs, script, withRules }: DoorOptions, port: number) {
    const { hostname, port: upstream, host } = new URL(app);
    this.#port = port;
    this.#server = createServer(({ url, method, headers }, outgoing) => {
      const isPage = headers["sec-fetch-dest"] === "document";
      const asked = { ...headers, host, ...(isPage ? { "accept-encoding": "identity" } : {}) };
      const call = forward(
        { hostname, port: upstream, path: url, method, headers: asked },
        async (answer) => {
          if (!withRules) delete answer.headers["speculation-rules"];
          await sleep(delayMs);
          outgoing.writeHead(answer.statusCode ?? 502, isPage ? withoutLength(answer) : answer.headers);
          if (isPage) outgoing.end(withScript(await text(answer), script, answer));
          else answer.pipe(outgoing);
        },
      );
      call.on("error", () => outgoing.destroy());
      call.end();
    });
  }

  /** Opens it on a port of its own. It takes no bodies. */
  static async open(options: DoorOptions): Promise<DelayingDoor> {
    const door = new DelayingDoor(options, await anyFreePort());
    await new Promise<void>((resolve) => door.#server.listen(door.#port, "127.0.0.1", resolve));
    return door;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

function withoutLength({ headers }: IncomingMessage) {
  const { "content-length": _, ...others } = headers;
  return others;
}

function withScript(html: string, script: string, { headers }: IncomingMessage): string {
  const [, nonce] = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"])) ?? [];
  const tag = `<script${nonce ? ` nonce="${nonce}"` : ""}>${script}</script>`;
  return html.replace("<head>", `<head>${tag}`);
}
