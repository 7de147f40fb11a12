import { sessionIn } from "../builders/session-cookie.ts";
import { DEMO_PASSWORD } from "../seed/demo-accounts.ts";

/** Somebody's session: the cookies that their browser would send, and the access token in them. */
export type LoggedIn = { cookie: string; token: string };

/** Logs a demo account in to the app at `appUrl`; throws when that fails. */
export async function logIn(appUrl: string, email: string): Promise<LoggedIn> {
  const answer = await fetch(`${appUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(appUrl).origin },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${email} cannot log in: ${answer.status}`);
  const pairs = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { cookie: pairs.join("; "), token: sessionIn(pairs.join("; ")).access_token };
}
