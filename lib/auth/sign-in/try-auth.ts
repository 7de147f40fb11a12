import "server-only";
import type { AuthError } from "@supabase/supabase-js";
import { detachedAuthClient } from "@/lib/supabase/server";

/** Calls the auth service without our own checks, for /test-auth. Leaves no session and returns refusals. */
export async function tryAuth(input: {
  action: "sign-up" | "sign-in";
  email?: string | undefined;
  password?: string | undefined;
}) {
  const client = await detachedAuthClient();
  // Omitted when empty, to show the service's own message.
  const credentials = { ...(input.email ? { email: input.email } : {}), password: input.password ?? "" };
  type Credentials = { email: string; password: string };
  const { data, error } =
    input.action === "sign-up"
      ? await client.auth.signUp(credentials as Credentials)
      : await client.auth.signInWithPassword(credentials as Credentials);
  if (error) return { isOk: false, message: error.message, detail: detailOf(error) };
  const who = data.user?.email ?? "no user";
  const state = data.session ? "with a session" : "no session (address not confirmed)";
  return {
    isOk: true,
    message: `${input.action === "sign-up" ? "Signed up" : "Signed in"}: ${who}`,
    detail: state,
  };
}

function detailOf({ status, code, name }: AuthError): string {
  return [status, code ?? name].filter((part) => part !== undefined).join(" ");
}
