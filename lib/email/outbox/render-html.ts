import type { ReactElement } from "react";

/** The HTML of a mail, as a whole document without anything that only a browser's React would read. */
export async function renderHtml(mail: ReactElement): Promise<string> {
  // Only on demand: Next refuses a plain import of the renderer in code that pages may reach.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(mail)}`;
}
