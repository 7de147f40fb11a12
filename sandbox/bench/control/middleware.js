import { NextResponse } from "next/server";
import { readSession } from "./session.js";

/** As the product's: a verified session, or none of the page; and a content policy with a fresh nonce. */
export async function middleware(request) {
  const isShell = request.nextUrl.pathname.startsWith("/shell/");
  if (isShell && !(await readSession(request.cookies.getAll()))) {
    return NextResponse.redirect(new URL("/nonce", request.url));
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  return response;
}

export const config = { runtime: "nodejs", matcher: ["/shell/:path*", "/nonce"] };
