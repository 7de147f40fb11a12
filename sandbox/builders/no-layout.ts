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

/**
 * Lets dialogs be opened and closed in jsdom, which knows neither: nothing else of the page is out of reach then. One that closes gives
 * the keyboard back to what had it before.
 */
export function withDialogs(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement);
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    const opener = openers.get(this);
    if (opener instanceof HTMLElement) opener.focus();
  };
}
