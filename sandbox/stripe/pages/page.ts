import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { randomToken } from "../ids.ts";
import { PAGE_STYLES } from "./page-styles.ts";

/** An amount in the currency's smallest unit as people read it, e.g. 2500 usd as `$25.00`. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency.toUpperCase() });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** The frame of every page of the sandbox: its own styles, nothing loaded from elsewhere. */
export function pageLayout(page: {
  title: string;
  nonce: string;
  body: HtmlEscapedString | Promise<HtmlEscapedString>;
}) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${page.title}</title>
  <link rel="icon" href="data:,">
  <style nonce="${page.nonce}">${raw(PAGE_STYLES)}</style>
</head>
<body>${page.body}</body>
</html>`;
}

/** Headers that go with a page; form-action stays open because paying ends with a redirect to the seller. */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy":
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Answers with a page and the headers that belong to it. */
export async function answer(
  c: Context,
  status: 200 | 404,
  render: (nonce: string) => HtmlEscapedString | Promise<HtmlEscapedString>,
): Promise<Response> {
  const nonce = randomToken(22);
  return c.html(await render(nonce), status, pageHeaders(nonce));
}

/** A plain message, with a link back to the seller where there is one. */
export function noticePage(notice: {
  title: string;
  text: string;
  backUrl: string | null;
  backLabel: string;
  nonce: string;
}) {
  return pageLayout({
    title: notice.title,
    nonce: notice.nonce,
    body: html`<main class="plain">
      <span class="badge">TEST MODE</span>
      <h1>${notice.title}</h1>
      <p class="muted">${notice.text}</p>
      ${notice.backUrl ? html`<p><a class="button-link" href="${notice.backUrl}">${notice.backLabel}</a></p>` : ""}
    </main>`,
  });
}
