import type { Context } from "hono";
import type { HtmlEscapedString } from "hono/utils/html";
import { randomToken } from "../ids.ts";
import { pageHeaders } from "./page-layout.ts";

/** Answers with a page and the headers that belong to it. */
export async function answer(
  c: Context,
  status: 200 | 404,
  render: (nonce: string) => HtmlEscapedString | Promise<HtmlEscapedString>,
): Promise<Response> {
  const nonce = randomToken(22);
  return c.html(await render(nonce), status, pageHeaders(nonce));
}
