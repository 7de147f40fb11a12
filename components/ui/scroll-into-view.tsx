const bringIntoView = (message: HTMLElement | null) => message?.scrollIntoView({ block: "center" });

export function ScrollIntoView({ children }: { children: React.ReactNode }) {
  return <div ref={bringIntoView}>{children}</div>;
}
