import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { randomToken } from "../ids.ts";
import type { Sandbox } from "../sandbox.ts";

const PAGE_STYLES = `
*, *::before, *::after { box-sizing: border-box; }
:root {
  --ink: #1a1f36; --soft: #4f566b; --line: #d5dbe6; --accent: #0055de; --accent-dark: #0046b8;
  --bad: #b3093c; --panel: #14182b; --panel-soft: #b3bbd3;
}
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; background: #fff; color: var(--ink);
  font: 15px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
h1, h2, p, ul, fieldset { margin: 0; padding: 0; border: 0; }
a { color: var(--accent); }
.muted, .note { color: var(--soft); }
.checkout { display: flex; flex-direction: column; min-height: 100vh; }
.summary { background: var(--panel); color: #fff; padding: 20px 16px 24px; }
.summary .muted { color: var(--panel-soft); }
.summary > div, main > div { width: 100%; max-width: 440px; margin: 0 auto; }
.seller { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 12px; }
.back { display: inline-flex; gap: 8px; align-items: center; min-height: 32px; color: #fff; font-weight: 500; text-decoration: none; overflow-wrap: anywhere; }
a.back:hover { text-decoration: underline; }
.badge { padding: 2px 8px; border-radius: 4px; background: #ffde92; color: #5b3500; font-size: 12px; font-weight: 700; letter-spacing: .04em; }
.summary h1 { margin-top: 20px; font-size: 16px; font-weight: 500; }
.summary h1 span { display: block; }
.summary h2 { margin-top: 28px; font-size: 16px; }
.total { font-size: 36px; line-height: 1.2; font-weight: 600; letter-spacing: -.01em; }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.items { list-style: none; margin-top: 24px; }
.items li, .due { display: flex; justify-content: space-between; gap: 16px; }
.items li + li { margin-top: 14px; }
.item { display: block; font-weight: 500; overflow-wrap: anywhere; }
.items .muted { display: block; font-size: 13px; overflow-wrap: anywhere; }
.due { margin-top: 18px; padding-top: 16px; border-top: 1px solid #353b55; font-weight: 600; }
main { padding: 28px 16px 40px; }
fieldset { min-width: 0; margin-bottom: 28px; }
legend { padding: 0; margin-bottom: 12px; font-size: 17px; font-weight: 600; }
.field { margin-bottom: 14px; min-width: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 12px; }
label { display: block; margin-bottom: 4px; font-size: 14px; font-weight: 500; color: #30374f; }
input:not([type=radio]), select {
  width: 100%; height: 44px; padding: 0 12px; border: 1px solid #7c879e; border-radius: 6px;
  background: #fff; color: var(--ink); font: inherit; font-size: 16px;
}
select {
  appearance: none; padding-right: 36px; background-repeat: no-repeat; background-position: right 14px center;
  background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='8' fill='none' stroke='%234f566b' stroke-width='2'%3E%3Cpath d='m1 1 5 5 5-5'/%3E%3C/svg%3E");
}
input::placeholder { color: #68718a; }
input[readonly] { background: #f3f5f9; border-color: var(--line); }
input:focus-visible, select:focus-visible, button:focus-visible, a:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 2px;
}
.back:focus-visible { outline-color: #fff; }
[aria-invalid] { border-color: var(--bad) !important; box-shadow: 0 0 0 1px var(--bad); }
.error { margin-top: 4px; color: var(--bad); font-size: 14px; }
.choices { display: grid; gap: 8px; margin-bottom: 18px; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 44px; margin: 0; padding: 0 12px; border: 1px solid #7c879e; border-radius: 6px; font-size: 15px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.choice:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.choice input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.methods-several:has(#by-card:checked) .bank-fields, .methods-several:has(#by-bank:checked) .card-fields { display: none; }
.hint { padding: 12px 14px; border-radius: 6px; background: #fdf6e4; color: #4d3300; font-size: 13px; }
.hint ul { margin-top: 4px; padding-left: 18px; }
code { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: nowrap; }
button {
  width: 100%; min-height: 48px; border: 0; border-radius: 6px; background: var(--accent); color: #fff;
  font: inherit; font-size: 16px; font-weight: 600; cursor: pointer;
}
button:hover { background: var(--accent-dark); }
.card-fields + button { margin-top: 28px; }
.note { margin-top: 10px; font-size: 13px; text-align: center; }
.plain { max-width: 520px; margin: 0 auto; padding: 48px 16px; }
.plain .badge { display: inline-block; margin-bottom: 16px; }
.plain h1 { font-size: 24px; line-height: 1.3; letter-spacing: -.01em; }
.plain p { margin-top: 12px; }
.button-link { display: inline-flex; align-items: center; min-height: 44px; padding: 0 18px; border-radius: 6px; background: var(--accent); color: #fff; font-weight: 600; text-decoration: none; }
.receipt { border: 1px solid var(--line); border-radius: 8px; padding: 24px; margin-top: 20px; }
.receipt > p:first-child { margin-top: 0; }
.receipt .total { display: block; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 20px; margin: 20px 0 0; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.receipt .items { border-top: 1px solid var(--line); padding-top: 18px; }
.receipt .due { border-color: var(--line); }
@media (min-width: 900px) {
  .checkout { flex-direction: row; }
  .summary, main { flex: 1 1 50%; padding: 64px 56px; }
  .summary > div { margin: 0 0 0 auto; }
  main > div { margin: 0 auto 0 0; }
  .summary > div { position: sticky; top: 64px; }
  .summary h1 { margin-top: 32px; }
}
@media (max-width: 340px) { .pair { grid-template-columns: 1fr; } }
`;

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

interface Page {
  title: string;
  body: Html;
}

const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
export const TEST_BADGE = html`<span class="badge">TEST MODE</span>`;

/** Sends a page with its own styles and no scripts. */
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
    // form-action isn't restricted, because paying redirects to the seller.
    "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
}

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

export function itemRow(name: string, details: (string | null | undefined)[], amount: string): Html {
  const lines = details.map((detail) => (detail ? html`<span class="muted">${detail}</span>` : ""));
  return html`<li>
    <div><span class="item">${name}</span> ${lines}</div>
    <span class="amount">${amount}</span>
  </li>`;
}

/** Formats an amount given in the smallest unit. 2500 usd becomes `$25.00`. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency.toUpperCase() });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

export function formatDay(time: number): string {
  return DATE.format(time * 1000);
}

export function missingPage(c: Context, sandbox: Sandbox, title: string): Promise<Response> {
  const text = "Check the link, or go back to where you came from.";
  return show(c, noticePage(sandbox, { title, text }), 404);
}
