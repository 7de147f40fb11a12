import type { NextRequest } from "next/server";
import { handleRequest } from "@/lib/supabase/middleware";

export function middleware(request: NextRequest) {
  return handleRequest(request);
}

/** Pages with a person in them, and the API without the calls that machines make (they bring their own proof). */
export const config = {
  matcher: [
    "/login",
    "/signup",
    "/test-auth",
    "/submit",
    "/dashboard",
    "/portal/profile",
    "/success",
    "/submission-confirmation",
    "/admin/:path*",
    "/api/((?!webhooks/|cron/).*)",
  ],
};
