import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { withService } from "../builders/answering-service.ts";
import { checkAuth, checkData, checkRunning, checkSiteUrl } from "./check-supabase.ts";
import type { Finding } from "./finding.ts";

const told = ({ state, about, says }: Finding) => `${state} ${about}: ${says}`;
const only = (findings: Finding[]) => findings.map(told).join("\n");

describe("the auth service", () => {
  const settings = { mailer_autoconfirm: false, disable_signup: false, external: { email: true } };
  test.each<[string, object, RegExp]>([
    ["that confirms addresses", {}, /^right auth service: addresses are confirmed/],
    ["that confirms by itself", { mailer_autoconfirm: true }, /^wrong .*Confirm email/],
    ["that takes nobody new", { disable_signup: true }, /^wrong .*Allow new users/],
    ["without passwords", { external: { email: false } }, /^wrong .*provider Email/],
  ])("%s", async (_, changes, says) => {
    await withService({ "/auth/v1/settings": [200, { ...settings, ...changes }] }, async (url) => {
      expect(only(await checkAuth({ SUPABASE_URL: url, APP_URL: "https://slabs.io" }))).toMatch(says);
    });
  });

  test.each<[number, unknown]>([
    [404, {}],
    [200, "<html>"],
    [200, { status: "ok" }],
  ])("is none where a service of another's answers %j %j", async (status, body) => {
    await withService({ "/auth/v1/settings": [status, body] }, async (url) => {
      expect(only(await checkAuth({ SUPABASE_URL: url, APP_URL: "https://slabs.io" }))).toBe(
        "wrong auth service: What answers at SUPABASE_URL is no auth service of Supabase: take the project's address (https://….supabase.co).",
      );
    });
  });

  test("of another project, and one that is away, are told", async () => {
    await withService({ "/auth/v1/settings": [401, {}] }, async (url) => {
      expect(only(await checkAuth({ SUPABASE_URL: url }))).toMatch(/refuses SUPABASE_PUBLISHABLE_KEY/);
    });
    expect(only(await checkAuth({ SUPABASE_URL: "http://127.0.0.1:9" }))).toMatch(/^wrong .*does not answer/);
  });
});

describe("the site URL", () => {
  const error = "#error=access_denied&error_code=otp_expired";
  const callback = "https://slabs.io/api/auth/callback";
  test.each<[string, string, string, RegExp]>([
    ["is APP_URL", "https://slabs.io", callback, /^right site URL: account emails lead to APP_URL$/],
    [
      "ends with a slash",
      "https://slabs.io/",
      callback,
      /^wrong site URL: It is https:\/\/slabs\.io\/, .* without a slash/,
    ],
    [
      "is another address",
      "https://www.example.com",
      "https://www.example.com",
      /^wrong site URL: It is https:\/\/www\.example\.com, .*`npx supabase@3 config push`\.$/,
    ],
    [
      "doesn't allow the callback",
      "https://slabs.io",
      "https://slabs.io",
      /^wrong site URL: .*doesn't redirect to https:\/\/slabs\.io\/api\/auth\/callback: /,
    ],
  ])("reports whether it %s", async (_, siteUrl, redirect, says) => {
    const verify = "/auth/v1/verify?token=0&type=signup";
    const answers: Record<string, [number, unknown, Record<string, string>]> = {
      [`${verify}&redirect_to=${encodeURIComponent(callback)}`]: [303, {}, { location: redirect + error }],
      [verify]: [303, {}, { location: siteUrl + error }],
    };
    await withService(answers, async (url) => {
      expect(only(await checkSiteUrl({ SUPABASE_URL: url, APP_URL: "https://slabs.io/" }))).toMatch(says);
    });
  });

  test("is unknown when the auth service doesn't redirect or respond", async () => {
    await withService({}, async (url) => {
      expect(only(await checkSiteUrl({ SUPABASE_URL: url }))).toMatch(/^unknown site URL: /);
    });
    expect(only(await checkSiteUrl({ SUPABASE_URL: "http://127.0.0.1:9" }))).toMatch(/^unknown site URL: /);
  });
});

describe("the data API", () => {
  const rpc = "/rest/v1/rpc/get_job_progress";
  const unknownFunction = { code: "PGRST202", message: "Could not find the function" };
  test.each<[string, number, unknown, RegExp]>([
    ["that refuses the secret key", 401, {}, /^wrong .*refuses SUPABASE_SECRET_KEY/],
    ["without our schema", 404, unknownFunction, /^wrong .*`npx supabase@3 db push --remote`/],
    ["that lets visitors in", 200, { progress: {} }, /^wrong .*Anybody may call.*apply_grants/],
    ["that is unwell", 500, {}, /^unknown .*answers 500/],
  ])("%s is told", async (_, status, body, says) => {
    await withService({ [rpc]: [status, body] }, async (url) => {
      expect(only(await checkData({ SUPABASE_URL: url }))).toMatch(says);
    });
  });

  test.each<[string, number, unknown]>([
    ["knows no such page", 404, "<html>"],
    ["knows no such address", 404, { error: "Not found" }],
    ["has a page for everything", 200, "<html>"],
    ["takes no POST", 405, {}],
  ])("is none where a service of another's %s: nothing is pushed there", async (_, status, body) => {
    await withService({ [rpc]: [status, body] }, async (url) => {
      expect(only(await checkData({ SUPABASE_URL: url }))).toBe(
        "wrong data API: What answers at SUPABASE_URL is no data API of Supabase: take the project's address (https://….supabase.co).",
      );
    });
  });

  const jwt = (role: string) => `e30.${Buffer.from(JSON.stringify({ role })).toString("base64url")}.x`;
  test.each(["sb_secret_1", jwt("service_role"), "same"])(
    "that a secret key is shown to as a visitor's (%s) is not called open",
    async (key) => {
      await withService({ [rpc]: [200, { progress: {} }] }, async (url) => {
        const keys = { SUPABASE_SECRET_KEY: "same", SUPABASE_PUBLISHABLE_KEY: key };
        expect(only(await checkData({ SUPABASE_URL: url, ...keys }))).toBe(
          "wrong data API: SUPABASE_PUBLISHABLE_KEY holds a secret key, which may do everything: put the project's publishable key there.",
        );
        const anonymous = { ...keys, SUPABASE_PUBLISHABLE_KEY: jwt("anon") };
        expect(only(await checkData({ SUPABASE_URL: url, ...anonymous }))).toMatch(/Anybody may call/);
      });
    },
  );

  test("that is away is told", async () => {
    expect(only(await checkData({ SUPABASE_URL: "http://127.0.0.1:9" }))).toMatch(/^wrong .*does not answer/);
  });
});

describe("what only runs when all is there", () => {
  const at = Date.parse("2026-11-22T12:00:00Z");
  const jobs = (finished_at: string | null) => ({
    progress: { events: { finished_at }, pages: { finished_at: null } },
  });
  test.each<[string, object, RegExp]>([
    ["a job of a quarter of an hour ago", jobs("2026-11-22T11:44:00Z"), /^right scheduler/],
    [
      "a job of twenty minutes ago",
      jobs("2026-11-22T11:40:00Z"),
      /^wrong scheduler: .* ended 20 minutes ago/,
    ],
    ["no job", jobs(null), /^wrong scheduler: The reconcile job has never run/],
  ])("%s", async (_, body, says) => {
    await withService(
      { "/rest/v1/rpc/": [200, body], "/rest/v1/staff": [200, [{ role: "owner" }]] },
      async (url) => {
        expect(told((await checkRunning({ SUPABASE_URL: url }, at))[0] as Finding)).toMatch(says);
      },
    );
  });

  test("no owner is told", async () => {
    await withService({ "/rest/v1/staff": [200, [{ role: "staff" }]] }, async (url) => {
      expect(only(await checkRunning({ SUPABASE_URL: url }))).toMatch(
        /^unknown scheduler.*\nwrong staff: .*staff:bind/,
      );
    });
  });
});

test("a service that leads elsewhere is not followed with the key", async () => {
  const seen: string[] = [];
  await withService({}, async (elsewhere) => {
    const server = createServer((request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(302, { location: elsewhere }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(only(await checkData({ SUPABASE_URL: url }))).toMatch(/^wrong .*does not answer/);
    await new Promise((resolve) => server.close(resolve));
  });
  expect(seen).toHaveLength(2);
});
