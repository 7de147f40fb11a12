import type { ReactNode } from "react";

const bringIntoView = (message: HTMLElement | null) => message?.scrollIntoView({ block: "center" });

export function ScrollIntoView({ children }: { children: ReactNode }) {
  return <div ref={bringIntoView}>{children}</div>;
}
