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

/** Lets dialogs be opened and closed in jsdom, which knows neither: nothing else of the page is out of reach then. */
export function withDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
