import { html } from "hono/html";
import { pageLayout } from "./page-layout.ts";

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
