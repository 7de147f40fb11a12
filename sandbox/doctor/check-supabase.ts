import { apiPaths } from "@/lib/base/api-paths";
import { isLoopback } from "@/lib/base/env";
import { type Finding, findingsAbout, type Settings, SUPABASE_CLI, wordsOf } from "./finding.ts";

const TIMEOUT_MS = 10_000;
/** An idle reconcile job still reports every fifteen minutes. */
const LATE_MINUTES = 20;

const noSupabase = (service: string) =>
  `SUPABASE_URL doesn't lead to a Supabase ${service}. Use the project's URL (https://….supabase.co).`;

type Answer = { status: number; body: Record<string, unknown> };
type Init = { method?: string; body?: string; headers?: Record<string, string> };

async function ask(settings: Settings, path: string, key = "", init: Init = {}): Promise<Answer> {
  const response = await fetch(`${settings.SUPABASE_URL}${path}`, {
    ...init,
    headers: {
      apikey: key,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...init.headers,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // A redirect to another host would expose the key.
    redirect: "error",
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : {},
  };
}

/** Requests a one-time code for an unknown address. The service counts the call, rejects it and sends nothing. */
const askForNoCode = (settings: Settings, key = "", headers: Record<string, string> = {}) =>
  ask(settings, "/auth/v1/otp", key, { method: "POST", body: "{}", headers });

/** Checks that the auth service responds, accepts our key, confirms addresses and allows password sign-ups. */
export async function checkAuth(settings: Settings): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("auth service");
  const answer = await ask(settings, "/auth/v1/settings", settings.SUPABASE_PUBLISHABLE_KEY).catch(wordsOf);
  if (typeof answer === "string") return [wrong(`It doesn't respond at SUPABASE_URL: ${answer}`)];
  if (answer.status === 401)
    return [wrong("It refuses SUPABASE_PUBLISHABLE_KEY. Use this project's publishable key.")];
  const isForeign = answer.status === 200 && typeof answer.body.mailer_autoconfirm !== "boolean";
  if (answer.status === 404 || isForeign) return [wrong(noSupabase("auth service"))];
  if (answer.status !== 200) return [unknown(`It returned ${answer.status} for its settings.`)];
  const { error_code: refusal } = (await askForNoCode(settings, settings.SUPABASE_PUBLISHABLE_KEY)).body;
  const { mailer_autoconfirm: confirmsItself, disable_signup: isClosed, external } = answer.body;
  const problems = [
    // Startup allows automatic confirmation on loopback only.
    confirmsItself !== false &&
      !isLoopback(settings.APP_URL ?? "") &&
      'Turn on "Confirm email". Without it, anyone can use someone else\'s email address.',
    isClosed === true && 'Turn on "Allow new users to sign up".',
    (external as { email?: boolean } | undefined)?.email === false && "Turn on the Email provider.",
    refusal === "captcha_failed" && "Turn off CAPTCHA protection. Our forms don't send a CAPTCHA token.",
  ].filter((problem) => typeof problem === "string");
  if (problems.length > 0) return problems.map(wrong);
  return [
    right(
      confirmsItself
        ? "people can sign up without confirming their email"
        : "people can sign up and must confirm their email",
    ),
  ];
}

/** Checks the Site URL used in email links, and whether our callback is an allowed redirect. */
export async function checkSiteUrl(settings: Settings): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("site URL");
  const appUrl = (settings.APP_URL ?? "").replace(/\/+$/, "");
  const callback = `${appUrl}${apiPaths.authCallback}`;
  const push = `Set APP_URL in .env without a slash at the end, and run \`${SUPABASE_CLI} config push\`.`;
  try {
    const siteUrl = await redirectOfVerify(settings);
    if (!siteUrl) return [unknown("The auth service doesn't redirect a link that can't be verified.")];
    if (siteUrl !== appUrl) return [wrong(`It's ${siteUrl}, so links in account emails lead there. ${push}`)];
    if ((await redirectOfVerify(settings, callback)) !== callback)
      return [wrong(`The auth service doesn't redirect to ${callback}. ${push}`)];
    return [right("account emails lead to APP_URL")];
  } catch (error) {
    return [unknown(`The auth service doesn't respond at SUPABASE_URL: ${wordsOf(error)}`)];
  }
}

/** Returns where the auth service redirects an invalid link, without query string and fragment. */
async function redirectOfVerify(settings: Settings, redirectTo?: string): Promise<string | undefined> {
  const query = new URLSearchParams({ token: "0", type: "signup" });
  if (redirectTo) query.set("redirect_to", redirectTo);
  const { headers } = await fetch(`${settings.SUPABASE_URL}/auth/v1/verify?${query}`, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return headers.get("location")?.replace(/[?#].*$/, "");
}

/** Checks that the app can verify access tokens with a published key or the shared secret. */
export async function checkSigningKeys(settings: Settings): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("signing keys");
  const path = "/auth/v1/.well-known/jwks.json";
  const answer = await ask(settings, path, settings.SUPABASE_PUBLISHABLE_KEY).catch(wordsOf);
  if (typeof answer === "string" || !Array.isArray(answer.body.keys))
    return [unknown("The auth service doesn't return its public keys.")];
  const secret = settings.SUPABASE_JWT_SECRET;
  if (answer.body.keys.some(({ kty }) => kty !== "oct")) {
    const kept = secret ? "; keep SUPABASE_JWT_SECRET until no session has a token signed with it" : "";
    return [right(`access tokens are verified with published keys${kept}`)];
  }
  return [
    secret
      ? right("access tokens are signed with the shared secret; move to a key pair when you can")
      : wrong(
          "The auth service publishes no key, so it signs with a shared secret and no session can be verified. Set SUPABASE_JWT_SECRET.",
        ),
  ];
}

/** More calls than the auth service accepts from one address (30, then one per ten seconds). */
const TOO_MANY_CALLS = 40;

/**
 * Checks that the auth service limits visitors separately: one makes too many calls, then another makes its first.
 * Both addresses are reserved (RFC 5737), so no real visitor is locked out.
 */
export async function checkForwarding(settings: Settings): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("IP address forwarding");
  const key = settings.SUPABASE_SECRET_KEY ?? "";
  const harm = "all visitors share one limit, and one of them can lock out everyone";
  if (!key.startsWith("sb_secret_"))
    return [wrong(`SUPABASE_SECRET_KEY is an older key, so ${harm}. Use one that starts with sb_secret_.`)];
  const isLimited = async (address: string) => {
    const { status, body } = await askForNoCode(settings, key, { "sb-forwarded-for": address });
    return status === 429 && body.error_code === "over_request_rate_limit";
  };
  const calls = Array.from({ length: TOO_MANY_CALLS }, () => isLimited("192.0.2.1"));
  if (!(await Promise.all(calls)).includes(true))
    return [
      unknown(`Can't tell, because the auth service accepts ${TOO_MANY_CALLS} calls from one address.`),
    ];
  return [
    (await isLimited("192.0.2.2"))
      ? wrong(`It's off, so ${harm}. Turn it on under Authentication, Rate Limits.`)
      : right("each visitor has a separate limit"),
  ];
}

/** Checks that the secret key belongs to this project, that the schema exists, and that visitors can't read it. */
export async function checkData(settings: Settings): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("data API");
  const call = (key: string | undefined) =>
    ask(settings, "/rest/v1/rpc/get_job_progress", key, { method: "POST", body: "{}" });
  const [server, visitor] = await Promise.all(
    [settings.SUPABASE_SECRET_KEY, settings.SUPABASE_PUBLISHABLE_KEY].map((key) => call(key).catch(wordsOf)),
  );
  if (typeof server === "string" || typeof visitor === "string" || !server || !visitor)
    return [wrong(`It doesn't respond at SUPABASE_URL: ${typeof server === "string" ? server : visitor}`)];
  if (server.status === 401) return [wrong("It refuses SUPABASE_SECRET_KEY. Use this project's secret key.")];
  if (!isDataApi(server)) return [wrong(noSupabase("data API"))];
  if (server.status === 404)
    return [wrong(`The schema is missing. Run \`${SUPABASE_CLI} db push --remote\`.`)];
  if (server.status !== 200) return [unknown(`It returned ${server.status} for the secret key.`)];
  if (isSecret(settings.SUPABASE_PUBLISHABLE_KEY, settings))
    return [
      wrong("SUPABASE_PUBLISHABLE_KEY is a secret key with full access. Use the project's publishable key."),
    ];
  if (visitor.status === 200)
    return [wrong("Anyone can call the server's functions. Run `select private.apply_grants();`.")];
  return [right("the schema is set up and closed to visitors")];
}

function isDataApi({ status, body }: Answer): boolean {
  if (![200, 404, 405].includes(status)) return true;
  return status === 200 ? "progress" in body : /^(PGRST|[0-9A-Z]{5}$)/.test(String(body.code));
}

/** New secret keys have a prefix. Older ones name their role. */
function isSecret(key = "", { SUPABASE_SECRET_KEY }: Settings): boolean {
  if (key !== "" && key === SUPABASE_SECRET_KEY) return true;
  const claims = Buffer.from(key.split(".")[1] ?? "", "base64url").toString();
  return key.startsWith("sb_secret_") || /"role"\s*:\s*"service_role"/.test(claims);
}

/** Checks the scheduler by the reconcile job's last run, and that there are staff accounts. */
export async function checkRunning(settings: Settings, now = Date.now()): Promise<Finding[]> {
  const key = settings.SUPABASE_SECRET_KEY;
  const scheduler = findingsAbout("scheduler");
  const staff = findingsAbout("staff");
  const [progress, bound] = await Promise.all([
    ask(settings, "/rest/v1/rpc/get_job_progress", key, { method: "POST", body: "{}" }).catch(wordsOf),
    ask(settings, "/rest/v1/staff?select=role", key).catch(wordsOf),
  ]);
  return [
    typeof progress !== "string" && progress.status === 200
      ? schedulerOf(progress.body, now)
      : scheduler.unknown("Couldn't read when the jobs last ran."),
    typeof bound !== "string" && bound.status === 200
      ? staffOf(bound.body)
      : staff.unknown("Couldn't read the staff list."),
  ];
}

function schedulerOf(body: Record<string, unknown>, now: number): Finding {
  const { right, wrong } = findingsAbout("scheduler");
  const kinds = Object.values((body.progress ?? {}) as Record<string, { finished_at: string | null }>);
  const last = Math.max(0, ...kinds.map(({ finished_at }) => Date.parse(finished_at ?? "") || 0));
  const mend =
    "Call POST /api/cron/reconcile and /api/cron/outbox every minute with `Authorization: Bearer $CRON_SECRET`.";
  if (last === 0) return wrong(`The reconcile job has never run. ${mend}`);
  const minutes = Math.floor((now - last) / 60_000);
  return minutes >= LATE_MINUTES
    ? wrong(`The reconcile job last ran ${minutes} minutes ago. ${mend}`)
    : right("the reconcile job runs (check the log for the outbox job)");
}

function staffOf(body: unknown): Finding {
  const { right, wrong } = findingsAbout("staff");
  const bound = body as { role: string }[];
  return bound.some(({ role }) => role === "owner")
    ? right(`${bound.length} added, with an owner`)
    : wrong(
        "There's no owner yet. Ask staff to sign up and confirm their email, then run `npm run staff:bind`.",
      );
}
