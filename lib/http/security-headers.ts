/**
 * Writes the Content-Security-Policy of the pages with a person in them, where every script must carry this request's
 * nonce. The public pages, which are the same bytes for everybody, have theirs from next.config.mjs. `secure` is for
 * https; `dev` allows what Next's development server injects; `wasm` lets the page run WebAssembly, which the receiving
 * desk reads codes with.
 */
export function privatePolicy(
  nonce: string,
  options: { checkoutOrigin: string; secure: boolean; dev: boolean; wasm: boolean },
): string {
  const code = `${options.wasm ? " 'wasm-unsafe-eval'" : ""}${options.dev ? " 'unsafe-eval'" : ""}`;
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'${code}`;
  return [
    "default-src 'none'",
    `script-src ${script}`,
    options.dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    // Chromium applies this to the redirects that follow a form, too.
    `form-action 'self' ${options.checkoutOrigin}`,
    "frame-ancestors 'none'",
    ...(options.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
