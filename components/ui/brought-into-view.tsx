import type { ReactNode } from "react";

const bringIntoView = (message: HTMLElement | null) => message?.scrollIntoView({ block: "center" });

/** Scrolls to a message as it appears, from the button or the field that led to it. */
export function BroughtIntoView({ children }: { children: ReactNode }) {
  return <div ref={bringIntoView}>{children}</div>;
}
