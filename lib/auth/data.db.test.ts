import { catchLog } from "@/sandbox/builders/caught-log";
import { OwnAuthService } from "@/sandbox/builders/own-auth-service";

const auth = OwnAuthService.start();
const logged = catchLog();
const sandbox = { url: String(process.env.SUPABASE_URL), key: String(process.env.SUPABASE_PUBLISHABLE_KEY) };
const MINUTE = 60_000;
const HALF_MINUTE = 30_000;

/** Loads a fresh copy of the module, so that each test starts with an empty cache. */
async function load(url = auth.url) {
  jest.resetModules();
  process.env.SUPABASE_URL = url;
  return import("@/lib/auth/data");
}

describe("whether the auth service confirms addresses by email", () => {
  test("is false in the sandbox, which doesn't confirm emails", async () => {
    auth.isTheSandbox(sandbox.url, sandbox.key);
    expect(await (await load()).confirmsByEmail()).toBe(false);
  });

  test.each([
    [{ mailer_autoconfirm: false }, true],
    [{ mailer_autoconfirm: true }, false],
    [{}, null],
  ])("maps the settings %j to %s", async (settings, proves) => {
    auth.says(settings);
    expect(await (await load()).confirmsByEmail()).toBe(proves);
    expect(auth.calls).toEqual([{ path: "/auth/v1/settings", key: sandbox.key }]);
  });

  test("caches a response for exactly five minutes", async () => {
    const { confirmsByEmail } = await load();
    auth.says({ mailer_autoconfirm: false });
    expect(await confirmsByEmail(0)).toBe(true);
    auth.says({ mailer_autoconfirm: true });
    expect(await confirmsByEmail(5 * MINUTE - 1)).toBe(true);
    expect(auth.calls).toHaveLength(1);
    expect(await confirmsByEmail(5 * MINUTE)).toBe(false);
    expect(await confirmsByEmail(10 * MINUTE - 1)).toBe(false);
    expect(auth.calls).toHaveLength(2);
  });

  test("is unknown until the service has responded once", async () => {
    const { confirmsByEmail } = await load();
    auth.says({ mailer_autoconfirm: false }, 401);
    expect(await confirmsByEmail(0)).toBe(null);
    auth.says({ mailer_autoconfirm: false });
    expect(await confirmsByEmail(HALF_MINUTE - 1)).toBe(null);
    expect(await confirmsByEmail(HALF_MINUTE)).toBe(true);
    expect(auth.calls).toHaveLength(2);
  });

  test("keeps the last response while the service refuses, retries every 30 s and logs every 5 min", async () => {
    const { confirmsByEmail } = await load();
    auth.says({ mailer_autoconfirm: false });
    await confirmsByEmail(0);
    auth.says({}, 401);
    for (let at = 5 * MINUTE; at < 10 * MINUTE; at += HALF_MINUTE / 2) {
      expect(await confirmsByEmail(at)).toBe(true);
    }
    expect(auth.calls).toHaveLength(11);
    expect(logged("auth.settings_unknown")).toMatchObject([{ level: "error" }]);
    await confirmsByEmail(10 * MINUTE);
    expect(logged("auth.settings_unknown")).toHaveLength(2);
  });
});

describe("the list of providers", () => {
  test("contains enabled sites by name, without the service's own methods", async () => {
    const own = { email: true, phone: true, anonymous_users: true, web3: true, saml: true };
    auth.says({ external: { github: true, apple: false, ...own, discord: true } });
    expect(await (await load()).listProviders()).toEqual(["discord", "github"]);
    auth.says({});
    expect(await (await load()).listProviders()).toEqual([]);
  });

  test("is empty while the service fails", async () => {
    auth.says({ external: { github: true } }, 500);
    expect(await (await load()).listProviders()).toEqual([]);
  });
});
