import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = (response: ServerResponse) => void;

/**
 * Stands for an auth service that answers as a test says, for what the sandbox's own never does: it confirms addresses
 * by itself, refuses nobody for too many calls, and is always there.
 */
export class OwnAuthService {
  /** The path and the key of each call of this test. */
  readonly calls: { path: string | undefined; key: unknown }[] = [];
  #answer: Answer = (response) => response.end();
  #waiting: ServerResponse[] = [];
  #server: Server | undefined;

  /** Starts it for a test file. */
  static start(): OwnAuthService {
    const service = new OwnAuthService();
    beforeAll(async () => {
      const server = createServer((request, response) => {
        service.calls.push({ path: request.url, key: request.headers.apikey });
        service.#answer(response);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      service.#server = server;
    });
    beforeEach(() => {
      service.calls.length = 0;
    });
    afterAll(() => {
      service.#server?.closeAllConnections();
      service.#server?.close();
    });
    return service;
  }

  get url(): string {
    const address = this.#server?.address() as AddressInfo | undefined;
    return `http://127.0.0.1:${address?.port}`;
  }

  /** Answers this to every call from now on, and to who has waited for a word. */
  says(body: unknown, status = 200): void {
    this.#answer = (response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    for (const response of this.#waiting.splice(0)) this.#answer(response);
  }

  /** Answers this text, which is no JSON. */
  babbles(text: string): void {
    this.#answer = (response) => void response.end(text);
  }

  /** Takes calls and never says a word. */
  isSilent(): void {
    this.#answer = (response) => void this.#waiting.push(response);
  }

  /** Hands the question for its settings to the sandbox's own service, with the sandbox's key. */
  isTheSandbox(address: string, key: string): void {
    this.#answer = async (response) => {
      const answer = await fetch(`${address}/auth/v1/settings`, { headers: { apikey: key } });
      response.writeHead(answer.status).end(await answer.text());
    };
  }
}
