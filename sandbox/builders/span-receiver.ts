import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Sent = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number; message?: string };
  attributes?: Attribute[];
};
type Body = { resourceSpans?: { scopeSpans?: { spans?: Sent[] }[] }[] };

export type ReceivedSpan = Omit<Sent, "attributes"> & { attributes: Record<string, string | number> };

export class SpanReceiver {
  readonly heard: string[] = [];
  readonly spans: ReceivedSpan[] = [];
  batches = 0;
  readonly #keeps: boolean;
  #server: Server | undefined;

  constructor({ keeps = true }: { keeps?: boolean } = {}) {
    this.#keeps = keeps;
  }

  async start(): Promise<{ OTEL_EXPORTER_OTLP_ENDPOINT: string }> {
    const server = createServer((request, response) => {
      this.batches += 1;
      const taken = this.#keeps
        ? text(request).then((body) => this.#keep(`${request.url} ${JSON.stringify(request.headers)}`, body))
        : Promise.resolve(void request.resume());
      taken.then(
        () => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #keep(head: string, body: string): void {
    this.heard.push(head, body);
    const { resourceSpans = [] } = JSON.parse(body) as Body;
    const sent = resourceSpans.flatMap(({ scopeSpans = [] }) =>
      scopeSpans.flatMap(({ spans = [] }) => spans),
    );
    for (const { attributes = [], ...span } of sent) {
      const named = attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]);
      this.spans.push({ ...span, attributes: Object.fromEntries(named) });
    }
  }
}
