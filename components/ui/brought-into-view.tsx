import type { ReactNode } from "react";

const bringIntoView = (message: HTMLElement | null) => message?.scrollIntoView({ block: "center" });

export function BroughtIntoView({ children }: { children: ReactNode }) {
  return <div ref={bringIntoView}>{children}</div>;
}
