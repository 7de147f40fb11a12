import { NextResponse } from "next/server";
import { env } from "@/lib/base/env";
import { paths } from "@/lib/base/paths";

function toHome(): Response {
  return NextResponse.redirect(new URL(paths.home, env().APP_URL), 307);
}

export { toHome as DELETE, toHome as GET, toHome as PATCH, toHome as POST, toHome as PUT };
