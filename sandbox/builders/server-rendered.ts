import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/** Puts an element into the document as the server sends it; give the answer to `render(…, { container, hydrate: true })`. */
export function serverRendered(element: ReactNode): HTMLElement {
  const container = document.createElement("div");
  container.innerHTML = renderToString(element);
  document.body.replaceChildren(container);
  return container;
}
