/**
 * Returns the CSP of private pages, whose scripts need this nonce. Public pages get theirs from next.config.mjs.
 * `dev` is for Next's dev server, `wasm` for the receiving desk's scanner.
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
    // Chromium also applies this to redirects after a form submission.
    `form-action 'self' ${options.checkoutOrigin}`,
    "frame-ancestors 'none'",
    ...(options.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
