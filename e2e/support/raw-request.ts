import { type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";

export type RawRequest = {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; location: string; body: string };

/** Sends a request on a new connection, without the normalization, headers and redirects of `fetch`. */
export function sendRaw(
  appUrl: string,
  { method = "GET", target, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(appUrl);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const options = {
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...length },
      agent: false,
    };
    const call = request(options, (response) => {
      const { statusCode: status = 0, headers: got } = response;
      text(response).then(
        (answer) => resolve({ status, headers: got, location: got.location ?? "", body: answer }),
        reject,
      );
    });
    call.on("error", reject);
    call.end(body);
  });
}
