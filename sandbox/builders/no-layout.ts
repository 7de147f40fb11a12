/** jsdom lays nothing out: whoever watches a size there hears nothing. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Lets components that watch their own size be rendered in jsdom. */
export function withoutLayout(): void {
  globalThis.ResizeObserver = NoResizeObserver;
}
