import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/base/env";
import { errorCodes } from "@/lib/base/error-codes";
import { paths } from "@/lib/base/paths";
import { handleRequest } from "@/lib/gate";

/**
 * Hands a request to the gate. A path with a percent sign that does not decode is answered here as an unlisted one,
 * because no route can read it; calls of machines (webhooks, the scheduler) pass, since they bring their own proof.
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
 * Next runs middleware for these paths: the pages with a person in them, the API without the calls that machines
 * make (the payment service, the scheduler, a balancer, mail programs) and without the upload of photographs, whose bodies it would
 * keep whole, and every path with a percent sign. The public pages are not among them; they are answered as they were
 * built.
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
