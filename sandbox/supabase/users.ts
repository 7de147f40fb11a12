import type postgres from "postgres";

type Json = Record<string, unknown>;

/** Returns a user like the hosted service. The underlying service omits fields. */
export async function findUser(sql: postgres.Sql, id: string): Promise<Json | undefined> {
  const [user] = await sql<Json[]>`
    select id, aud, role, coalesce(email, '') as email, email_confirmed_at, invited_at,
      coalesce(phone, '') as phone, phone_confirmed_at, confirmation_sent_at, confirmed_at, recovery_sent_at,
      nullif(email_change, '') as new_email, email_change_sent_at, reauthentication_sent_at, last_sign_in_at,
      raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata,
      (select jsonb_agg(jsonb_build_object('id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at,
          'status', f.status, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', '',
          'last_challenged_at', f.last_challenged_at) order by f.created_at)
        from auth.mfa_factors f where f.user_id = u.id) as factors,
      coalesce((select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
          'identity_data', i.identity_data, 'provider', i.provider,
          'last_sign_in_at', coalesce(i.last_sign_in_at, i.created_at), 'created_at', i.created_at,
          'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
        from auth.identities i where i.user_id = u.id), '[]') as identities,
      created_at, updated_at, banned_until, is_anonymous
    from auth.users u where id = ${id}`;
  if (!user) return undefined;
  const parts = { factors: inUtc(user.factors), identities: inUtc(user.identities) };
  const present = Object.entries({ ...user, ...parts }).filter(([, value]) => value !== null);
  return Object.fromEntries(present);
}

/** PostgreSQL's JSON times have an offset; the auth service uses UTC. */
const inUtc = (rows: unknown) =>
  (rows as Json[] | null)?.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        value && key.endsWith("_at") ? new Date(String(value)) : value,
      ]),
    ),
  ) ?? null;

export const refusal = (status: number, error_code: string, msg: string): Response =>
  Response.json({ code: status, error_code, msg }, { status });

const VERSION_HEADER = "x-supabase-api-version";
const VERSION = "2024-01-01";

/** Formats an error for the client's API version. Leaves gateway errors without a code unchanged. */
export async function toRequestedVersion(request: Request, answer: Response): Promise<Response> {
  if (answer.status < 400 || !answer.headers.get("content-type")?.includes("json")) return answer;
  const body = (await answer.clone().json()) as { error_code?: string; msg?: string; error?: string };
  const { error_code: code, msg, ...more } = body.error === "server_error" ? UNEXPECTED : body;
  if (!code) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  headers.set("x-sb-error-code", code);
  const isNewForm = (request.headers.get(VERSION_HEADER) ?? "") >= VERSION;
  if (isNewForm) headers.set(VERSION_HEADER, VERSION);
  const form = isNewForm ? { ...more, code, message: msg } : { ...more, error_code: code, msg };
  return new Response(JSON.stringify(form), { status: answer.status, headers });
}

/** The underlying service returns internal errors without a code. */
const UNEXPECTED = {
  code: 500,
  error_code: "unexpected_failure",
  msg: "Unexpected failure, please check server logs for more information",
};
