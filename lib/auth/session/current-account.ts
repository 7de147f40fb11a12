import "server-only";
import type { User } from "@supabase/supabase-js";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { AppError } from "@/lib/base/errors";
import { authClient } from "@/lib/supabase/server";

type CurrentAccount = { client: Awaited<ReturnType<typeof authClient>>; user: User };

/** The auth client of this browser's session, and its person as the auth service knows them now. Throws 401. */
export async function currentAccount(): Promise<CurrentAccount> {
  const client = await authClient();
  const { data, error } = await client.auth.getUser();
  if (error) throw authFailure(error, (cause) => new AppError("no_session", { cause }));
  return { client, user: data.user };
}
