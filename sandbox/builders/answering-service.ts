import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A service that answers each path with this, or 404. */
export async function withService(
  answers: Record<string, [status: number, body: unknown]>,
  work: (url: string) => Promise<void>,
  headers: Record<string, string> = {},
) {
  const server = createServer((request, response) => {
    const path = Object.keys(answers).find((start) => request.url?.startsWith(start));
    const [status, body] = answers[path ?? ""] ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
