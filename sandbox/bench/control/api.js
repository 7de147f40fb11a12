const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = process.env;

/** The pages that are compared, by name: the SQL function of each, its arguments, and which rows of its answer to print. */
export const pages = JSON.parse(process.env.CONTROL_PAGES ?? "{}");

/** The one call of a page, made as the holder of the token. */
export async function callFunction({ rpc, args }, token) {
  const answer = await fetch(`${SUPABASE_URL}/rest/v1/rpc/${rpc}`, {
    method: "POST",
    cache: "no-store",
    headers: { ...identity(token), "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  if (!answer.ok) throw new Error(`${rpc} answers ${answer.status}`);
  return answer.json();
}

/** Asks the auth service whether a session still stands. */
export async function askAuth(token) {
  const answer = await fetch(`${SUPABASE_URL}/auth/v1/user`, { cache: "no-store", headers: identity(token) });
  if (!answer.ok) throw new Error(`the auth service answers ${answer.status}`);
  return answer.json();
}

const identity = (token) => ({ apikey: SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${token}` });
