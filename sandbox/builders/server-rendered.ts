import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/** Renders on the server side, for `render(…, { container, hydrate: true })`. */
export function serverRendered(element: ReactNode): HTMLElement {
  const container = document.createElement("div");
  container.innerHTML = renderToString(element);
  document.body.replaceChildren(container);
  return container;
}
