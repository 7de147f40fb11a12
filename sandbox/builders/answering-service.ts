import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function withService(
  answers: Record<string, [status: number, body: unknown, headers?: Record<string, string>]>,
  work: (url: string) => Promise<void>,
  headers: Record<string, string> = {},
) {
  const server = createServer((request, response) => {
    const path = Object.keys(answers).find((start) => request.url?.startsWith(start));
    const [status, body, own] = answers[path ?? ""] ?? [404, {}];
    const sent = { "content-type": "application/json", ...headers, ...own };
    response.writeHead(status, sent).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
