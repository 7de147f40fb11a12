import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { randomToken } from "../ids.ts";
import type { Sandbox } from "../sandbox.ts";
import { PAGE_STYLES } from "./page-styles.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

interface Page {
  title: string;
  body: Html;
}

const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
export const TEST_BADGE = html`<span class="badge">TEST MODE</span>`;

/** Answers with a page of the sandbox: its own styles, no scripts, nothing loaded from elsewhere. */
export async function show(c: Context, { title, body }: Page, status: 200 | 404 = 200): Promise<Response> {
  const nonce = randomToken(22);
  const page = await html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <style nonce="${nonce}">${raw(PAGE_STYLES)}</style>
</head>
<body>${body}</body>
</html>`;
  return c.html(page, status, {
    "Cache-Control": "no-store",
    // form-action stays open because paying ends with a redirect to the seller.
    "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
}

/** A plain message, with a link back to the seller where there is one. */
export function noticePage(
  sandbox: Sandbox,
  { title, text, backUrl }: { title: string; text: string; backUrl?: string | null },
): Page {
  const back = html`<p><a class="button-link" href="${backUrl ?? ""}">Back to ${sandbox.merchantName}</a></p>`;
  return {
    title,
    body: html`<main class="plain">
      ${TEST_BADGE}
      <h1>${title}</h1>
      <p class="muted">${text}</p>
      ${backUrl ? back : ""}
    </main>`,
  };
}

/** A page in two halves: what it is about, below the seller's name and the way back, and what can be done. */
export function twoHalves(
  sandbox: Sandbox,
  page: { label: string; backUrl: string | null; summary: Html; main: Html },
): Html {
  const name = sandbox.merchantName;
  const back = html`<a class="back" href="${page.backUrl ?? ""}"><span aria-hidden="true">←</span> Back to ${name}</a>`;
  return html`<div class="checkout">
    <section class="summary" aria-label="${page.label}"><div>
      <header class="seller">${page.backUrl ? back : html`<span class="back">${name}</span>`} ${TEST_BADGE}</header>
      ${page.summary}
    </div></section>
    <main><div>${page.main}</div></main>
  </div>`;
}

/** A row of a list: what it is, what else there is to say, and the amount. */
export function itemRow(name: string, details: (string | null | undefined)[], amount: string): Html {
  const lines = details.map((detail) => (detail ? html`<span class="muted">${detail}</span>` : ""));
  return html`<li>
    <div><span class="item">${name}</span> ${lines}</div>
    <span class="amount">${amount}</span>
  </li>`;
}

/** An amount in the currency's smallest unit as people read it, e.g. 2500 usd as `$25.00`. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency.toUpperCase() });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** A time in Unix seconds as the day it falls on, e.g. `January 31, 2027`. */
export function formatDay(time: number): string {
  return DATE.format(time * 1000);
}

/** Says that a page of this address does not exist. */
export function missingPage(c: Context, sandbox: Sandbox, title: string): Promise<Response> {
  const text = "Check the link, or go back to where you came from.";
  return show(c, noticePage(sandbox, { title, text }), 404);
}
