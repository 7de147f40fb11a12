/** @jest-environment jsdom */
import { render } from "@testing-library/react";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import "./instrumentation-client";

/** Replaces each run of text nodes under `root` with a `<font>`, as a browser's translator does. */
function translate(root: Element): void {
  for (const text of [...root.querySelectorAll("*")].flatMap((element) => [...element.childNodes])) {
    if (!(text instanceof Text) || text.parentElement?.tagName === "FONT" || !text.parentNode) continue;
    const font = document.createElement("font");
    text.before(font);
    for (let next: ChildNode | null = text; next instanceof Text; next = font.nextSibling) {
      font.textContent += next.data;
      font.parentNode?.removeChild(next);
    }
  }
}

const line = (...parts: ReactNode[]) => createElement("p", null, ...parts);
const list = (...names: string[]) =>
  line(names.map((name) => createElement(Fragment, { key: name }, name, BOLD)));
const BOLD = <b>!</b>;

test.each<[string, ReactElement, ReactElement, string]>([
  ["updates a text between other texts", line("Pay ", 75, " now"), line("Pay ", 100, " now"), "Pay 100 now"],
  ["removes a text before an element", line("busy", BOLD), line(null, BOLD), "!"],
  ["replaces a text by an element", line("a", " card"), line(BOLD, " card"), "! card"],
  ["inserts an element before a text", line(null, "Pay"), line(BOLD, "Pay"), "!Pay"],
  ["moves texts with their elements", list("a", "b", "c"), list("c", "a"), "c!a!"],
])("%s while translated", (_what, before, after, expected) => {
  const { container, rerender } = render(before);
  translate(container);
  rerender(after);
  expect(container.textContent).toBe(expected);
  translate(container);
  rerender(before);
  rerender(after);
  expect(container.textContent).toBe(expected);
});

test("doesn't restore a text that was removed next to a translated one", async () => {
  const { container, rerender } = render(line(1, null));
  translate(container);
  // Lets the translation finish before the removal.
  await Promise.resolve();
  rerender(line(1, " more"));
  rerender(line(1, null));
  rerender(line(2, null));
  expect(container.textContent).toBe("2");
});

test("keeps rendering when a text has no translation", () => {
  const { container, rerender } = render(line(null, "Pay", " now"));
  container.querySelector("p")?.replaceChildren("Zahlen");
  rerender(line(BOLD, null, null));
  expect(container.textContent).toBe("Zahlen!");
});
