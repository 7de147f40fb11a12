import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/base/env";
import { errorCodes } from "@/lib/base/error-codes";
import { paths } from "@/lib/base/paths";
import { handleRequest } from "@/lib/gate";

/**
 * Passes requests to the gate (lib/gate.ts), which redirects, and refreshes the session (lib/auth/session/read-session.ts).
 * Rejects a path that can't be decoded, since no route could read it.
 */
export function middleware(request: NextRequest) {
  const { pathname } = request.nextUrl;
  if (!pathname.includes("%")) return handleRequest(request);
  if (isReadable(pathname)) return isForMachines(pathname) ? NextResponse.next() : handleRequest(request);
  return pathname.startsWith("/api/")
    ? NextResponse.json({ error: errorCodes.not_found.text }, { status: 404 })
    : NextResponse.redirect(new URL(paths.home, env().APP_URL));
}

function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function isForMachines(pathname: string): boolean {
  return /^\/api\/(webhooks|cron|health|mail)(\/|$)/.test(pathname);
}

/**
 * Matches private pages, the API, and any path with a percent sign. Skips machine calls, and photo uploads, whose
 * bodies Next would buffer. Public pages stay prerendered.
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    "/login",
    "/signup",
    "/test-auth",
    "/submit",
    "/dashboard",
    "/portal/profile",
    "/success",
    "/submission-confirmation",
    "/unclaim",
    "/not-me",
    "/orders/:path*",
    "/track/((?!sample$).*)",
    "/mail/:path*",
    "/admin/:path*",
    "/api/((?!webhooks/|cron/|health|mail/|admin/photos/upload$).*)",
    "/((?!_next/)[^]*%[^]*)",
  ],
};
