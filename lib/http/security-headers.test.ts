import { privatePolicy } from "@/lib/http/security-headers";

const checkoutOrigin = "https://pay.example";

test("on https scripts carry the request's nonce, and nothing else is let in", () => {
  expect(privatePolicy("abc", { checkoutOrigin, secure: true, dev: false, wasm: false }).split("; ")).toEqual(
    [
      "default-src 'none'",
      "script-src 'self' 'nonce-abc' 'strict-dynamic'",
      "style-src 'self' 'nonce-abc'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self' https://pay.example",
      "frame-ancestors 'none'",
      "upgrade-insecure-requests",
    ],
  );
});

test("without https nothing is upgraded, and all else is the same", () => {
  const secured = privatePolicy("abc", { checkoutOrigin, secure: true, dev: false, wasm: false });
  const policy = privatePolicy("abc", { checkoutOrigin, secure: false, dev: false, wasm: false });
  expect(`${policy}; upgrade-insecure-requests`).toBe(secured);
});

test("the development server may evaluate scripts and write styles", () => {
  const policy = privatePolicy("abc", { checkoutOrigin, secure: false, dev: true, wasm: false });
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic' 'unsafe-eval';");
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
});

test("WebAssembly runs on the page that needs it, and nothing else is added", () => {
  const options = { checkoutOrigin, secure: true, dev: false };
  const plain = privatePolicy("abc", { ...options, wasm: false });
  expect(privatePolicy("abc", { ...options, wasm: true })).toBe(
    plain.replace("'strict-dynamic'", "'strict-dynamic' 'wasm-unsafe-eval'"),
  );
});
