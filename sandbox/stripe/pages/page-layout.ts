import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { PAGE_STYLES } from "./page-styles.ts";

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
