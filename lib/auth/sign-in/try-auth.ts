import "server-only";
import type { AuthError } from "@supabase/supabase-js";
import { detachedAuthClient } from "@/lib/supabase/server";

/** Holds what the auth service said, in its own words. */
export type TestAuthResult = {
  isOk: boolean;
  message: string;
  /** Status and code of a refusal. */
  detail: string;
};

/**
 * Signs up or in with what was typed, for the page /test-auth: nothing is checked before the auth service, no field is
 * required, and no session is left in the browser. A refusal is an answer, not an error.
 */
export async function tryAuth(input: {
  action: "sign-up" | "sign-in";
  email?: string | undefined;
  password?: string | undefined;
}): Promise<TestAuthResult> {
  const client = await detachedAuthClient();
  // An empty field is left out, so that the answer to a missing one can be seen.
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
