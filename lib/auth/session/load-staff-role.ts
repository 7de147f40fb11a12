import "server-only";
import { cache } from "react";
import { getSessionContext } from "@/lib/auth/data";
import type { Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";

const readRole = cache(async (accessToken: string) => (await getSessionContext(accessToken)).staff_role);

/** The person's role among our staff, for what the page shows; null for customers, and when it cannot be read now. */
export async function loadStaffRole(person: Person): Promise<"owner" | "staff" | null> {
  return readRole(person.accessToken).catch((error: unknown) => {
    log.error("header.staff_role", error);
    return null;
  });
}
