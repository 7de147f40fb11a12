import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = (response: ServerResponse) => void;

/** An auth service with scripted responses, for cases that the sandbox's auth service never produces. */
export class OwnAuthService {
  readonly calls: { path: string | undefined; key: unknown }[] = [];
  #answer: Answer = (response) => response.end();
  #waiting: ServerResponse[] = [];
  #server: Server | undefined;

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

  says(body: unknown, status = 200): void {
    this.#answer = (response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    for (const response of this.#waiting.splice(0)) this.#answer(response);
  }

  babbles(text: string): void {
    this.#answer = (response) => void response.end(text);
  }

  isSilent(): void {
    this.#answer = (response) => void this.#waiting.push(response);
  }

  isTheSandbox(address: string, key: string): void {
    this.#answer = async (response) => {
      const answer = await fetch(`${address}/auth/v1/settings`, { headers: { apikey: key } });
      response.writeHead(answer.status).end(await answer.text());
    };
  }
}
