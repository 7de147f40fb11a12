/** Returns a refusal as the auth service words it, in the form of its first API version. */
export const refusal = (status: number, error_code: string, msg: string): Response =>
  Response.json({ code: status, error_code, msg }, { status });

const VERSION_HEADER = "x-supabase-api-version";
const VERSION = "2024-01-01";

/** Gives a refusal the form that the client asks for by API version. A gateway's refusals have no code and stay as they are. */
export async function inVersionOf(request: Request, answer: Response): Promise<Response> {
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

/** For what goes wrong inside the service behind, which answers without a code. */
const UNEXPECTED = {
  code: 500,
  error_code: "unexpected_failure",
  msg: "Unexpected failure, please check server logs for more information",
};
