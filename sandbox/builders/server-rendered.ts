import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";

/** Renders as the server does, for `render(…, { container, hydrate: true })`. */
export function serverRendered(element: ReactNode): HTMLElement {
  const container = document.createElement("div");
  container.innerHTML = renderToString(element);
  document.body.replaceChildren(container);
  return container;
}
