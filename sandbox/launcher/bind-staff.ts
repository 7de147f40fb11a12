import { createClient } from "@supabase/supabase-js";
import { appEnvironment } from "./environment.ts";

/** Binds the addresses of ADMIN_EMAILS (the first is the owner's) to existing, confirmed accounts. */
export async function bindStaff({ env }: { env: NodeJS.ProcessEnv }): Promise<number> {
  const settings = appEnvironment(env);
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key, ADMIN_EMAILS: list } = settings;
  if (!url || !key || !list)
    throw new Error("staff:bind needs SUPABASE_URL, SUPABASE_SECRET_KEY and ADMIN_EMAILS.");
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Elsewhere the key would be read.
    global: { fetch: (input, init) => fetch(input, { ...init, redirect: "error" }) },
  });
  const emails = list.split(",").map((email) => email.trim().toLowerCase());
  let unbound = 0;
  for (const [index, email] of emails.entries()) {
    const role = index === 0 ? "owner" : "staff";
    const { data, error } = await client.rpc("bind_staff", { p_email: email, p_role: role });
    if (error) throw new Error(`Couldn't add ${email}: ${error.message}`);
    if (!data.bound) unbound++;
    console.log(data.bound ? `${email} was added as ${role}.` : `${email} was not added: ${data.reason}`);
  }
  return unbound === 0 ? 0 : 1;
}
