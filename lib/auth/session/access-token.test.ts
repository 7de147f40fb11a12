import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { guestKeyOf, newGuestCookieValue } from "@/lib/auth/session/guest-cookie";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { newStaffRoleValue, staffRoleCookie, staffRoleOf } from "@/lib/auth/session/staff-role-cookie";
import { sign } from "@/lib/base/signing";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("access token", () => {
  const SECRET = "a-secret-of-the-tests-with-32-characters";
  const encode = (text: string) => new TextEncoder().encode(text);
  const PERSON = { email: "a@b.test", role: "authenticated", aal: "aal1" };
  const now = () => Math.floor(Date.now() / 1000);

  type Module = typeof import("@/lib/auth/session/access-token");
  type Verify = Module["verifyAccessToken"];

  /** Loads a fresh copy of the module with these settings, because it caches settings and keys. */
  async function moduleWith(settings: Record<string, string>): Promise<Module> {
    jest.resetModules();
    jest.doMock("@/lib/base/env", () => ({ env: () => settings }));
    return import("@/lib/auth/session/access-token");
  }

  const withSettings = async (settings: Record<string, string>): Promise<Verify> =>
    (await moduleWith(settings)).verifyAccessToken;

  function aToken(claims: object = {}, header: { alg: string } = { alg: "HS256" }) {
    return new SignJWT({ ...PERSON, ...claims })
      .setProtectedHeader(header)
      .setSubject("11111111-1111-4111-8111-111111111111")
      .setAudience("authenticated")
      .setIssuedAt()
      .setExpirationTime("1h");
  }

  describe("with a shared secret", () => {
    let verify: Verify;
    beforeAll(async () => {
      verify = await withSettings({ SUPABASE_URL: "http://127.0.0.1:1", SUPABASE_JWT_SECRET: SECRET });
    });

    test("reads the claims of a valid token", async () => {
      const token = await aToken().sign(encode(SECRET));
      expect(await verify(token)).toEqual({
        userId: "11111111-1111-4111-8111-111111111111",
        email: "a@b.test",
        aal: "aal1",
        expiresAt: expect.any(Number),
      });
    });

    test("reads aal2 as a second factor and treats any other level as none", async () => {
      expect((await verify(await aToken({ aal: "aal2" }).sign(encode(SECRET))))?.aal).toBe("aal2");
      expect((await verify(await aToken({ aal: "aal3" }).sign(encode(SECRET))))?.aal).toBe("aal1");
    });

    const refused: [string, () => Promise<string>][] = [
      ["another secret", () => aToken().sign(encode(`${SECRET}!`))],
      [
        "another algorithm of the same family",
        () => aToken({}, { alg: "HS512" }).sign(encode(SECRET.repeat(2))),
      ],
      ["another audience", () => aToken().setAudience("anon").sign(encode(SECRET))],
      [
        "an expired one",
        () =>
          aToken()
            .setExpirationTime(now() - 1)
            .sign(encode(SECRET)),
      ],
      ["the service's own role", () => aToken({ role: "service_role" }).sign(encode(SECRET))],
      ["no subject", () => aToken().setSubject("").sign(encode(SECRET))],
      [
        "no expiry",
        () =>
          new SignJWT({ ...PERSON, sub: "1", aud: "authenticated" })
            .setProtectedHeader({ alg: "HS256" })
            .sign(encode(SECRET)),
      ],
      [
        "alg none",
        async () =>
          new UnsecuredJWT({ ...PERSON, sub: "1", aud: "authenticated" }).setExpirationTime("1h").encode(),
      ],
      ["no token at all", async () => "not a token"],
    ];
    test.each(refused)("refuses %s", async (_, make) => {
      expect(await verify(await make())).toBeNull();
    });
  });

  test("rejects HS256 without a shared secret", async () => {
    const verify = await withSettings({ SUPABASE_URL: "http://127.0.0.1:1" });
    expect(await verify(await aToken().sign(encode(SECRET)))).toBeNull();
  });

  describe("with published keys", () => {
    let server: Server;
    let verify: Verify;
    let keys: CryptoKeyPair;

    beforeAll(async () => {
      keys = (await generateKeyPair("ES256", { extractable: true })) as CryptoKeyPair;
      const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "ES256", use: "sig" };
      server = createServer((_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ keys: [jwk] }));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      // A shared secret beside the published keys must apply to HS256 only.
      verify = await withSettings({ SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_JWT_SECRET: SECRET });
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    const signed = (kid: string) => aToken({}, { alg: "ES256", kid } as { alg: string });

    test("reads a token signed with a published key", async () => {
      expect((await verify(await signed("one").sign(keys.privateKey)))?.email).toBe("a@b.test");
    });

    test("rejects a stranger's key under a published key ID", async () => {
      const stranger = await generateKeyPair("ES256");
      expect(await verify(await signed("one").sign(stranger.privateKey))).toBeNull();
    });

    test("rejects HS256 signed with the public key as its secret", async () => {
      const text = JSON.stringify(await exportJWK(keys.publicKey));
      expect(await verify(await aToken().sign(encode(text)))).toBeNull();
    });
  });

  /** Closes the server with its kept-alive connections, which would hold it open. */
  function closed(server: Server): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }

  async function keyServer() {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", kid: "one" }] };
    const state = { status: 200, type: "application/json", body: JSON.stringify(keys) };
    const server = createServer((_, response) => {
      response.writeHead(state.status, { "content-type": state.type }).end(state.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tokenFor = (seconds: number) =>
      aToken({}, { alg: "ES256", kid: "one" } as { alg: string })
        .setExpirationTime(now() + seconds)
        .sign(privateKey);
    return { state, url, tokenFor, token: await tokenFor(3600), stop: () => closed(server) };
  }

  describe("when the published keys cannot be had", () => {
    test("treats a refused connection as an outage, not a forged token", async () => {
      const { token, stop } = await keyServer();
      await stop();
      const verify = await withSettings({ SUPABASE_URL: "http://127.0.0.1:1" });
      await expect(verify(token)).rejects.toMatchObject({ status: 503 });
    });

    test.each([
      ["503", { status: 503, body: "" }],
      ["a page instead of keys", { status: 200, type: "text/html", body: "<html>" }],
    ])("treats %s as an outage", async (_, answer) => {
      const { state, url, token, stop } = await keyServer();
      Object.assign(state, answer);
      const verify = await withSettings({ SUPABASE_URL: url });
      await expect(verify(token)).rejects.toMatchObject({ status: 503 });
      await stop();
    });

    test("keeps verifying with cached keys during an outage", async () => {
      const { state, url, token, stop } = await keyServer();
      const verify = await withSettings({ SUPABASE_URL: url });
      expect(await verify(token)).toMatchObject({ email: "a@b.test" });
      state.status = 503;
      const later = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 700_000);
      expect(await verify(token)).toMatchObject({ email: "a@b.test" });
      later.mockRestore();
      await stop();
    });
  });

  describe("where a token comes from", () => {
    const origin = async (token: string, settings: Record<string, string>) =>
      (await moduleWith({ SUPABASE_URL: "http://127.0.0.1:1", ...settings })).classifyToken(token);
    const signed = (secret: string, expires: number) =>
      aToken()
        .setExpirationTime(now() + expires)
        .sign(encode(secret));
    const WITH_SECRET = { SUPABASE_JWT_SECRET: SECRET };

    test.each([
      ["our secret", () => signed(SECRET, 3600), "own"],
      ["our secret, expired", () => signed(SECRET, -60), "own"],
      ["another secret, expired", () => signed(`${SECRET}!`, -60), "forged"],
    ])("classifies a token signed with %s", async (_, token, expected) => {
      expect(await origin(await token(), WITH_SECRET)).toBe(expected);
    });

    test("returns unknown for a shared secret that is no longer configured", async () => {
      expect(await origin(await signed(SECRET, -60), {})).toBe("unknown");
    });

    test.each([
      ["an expired token", -60, false, "own"],
      ["a revoked key", -60, true, "unknown"],
    ])("classifies %s with published keys", async (_, expires, isRevoked, expected) => {
      const { state, url, tokenFor, stop } = await keyServer();
      if (isRevoked) state.body = JSON.stringify({ keys: [] });
      expect(await origin(await tokenFor(expires), { SUPABASE_URL: url })).toBe(expected);
      await stop();
    });
  });
});

describe("guest cookie", () => {
  setTestSettings();
  const NOW = Date.parse("2026-11-01T00:00:00Z");
  const DAY = 86_400_000;

  test("derives a stable key per cookie value", () => {
    const [a, b] = [newGuestCookieValue(NOW), newGuestCookieValue(NOW)];
    expect(guestKeyOf(a, NOW)).toMatch(/^[0-9a-f]{64}$/);
    expect(guestKeyOf(a, NOW)).toBe(guestKeyOf(a, NOW + 29 * DAY));
    expect(guestKeyOf(a, NOW)).not.toBe(guestKeyOf(b, NOW));
  });

  test("keeps the cookie's secret out of the key", () => {
    const value = newGuestCookieValue(NOW);
    expect(guestKeyOf(value, NOW)).not.toContain(value.split(".")[0]);
  });

  test("expires a value after thirty days", () => {
    const value = newGuestCookieValue(NOW);
    expect(guestKeyOf(value, NOW + 30 * DAY + 1000)).toBeNull();
  });

  test("returns no key for an invalid value", () => {
    const value = newGuestCookieValue(NOW);
    const [secret = "", expires = "", signature = ""] = value.split(".");
    const forged = [
      undefined,
      "a.b.c",
      `${secret}.${Number(expires) + 1}.${signature}`,
      `${secret.startsWith("A") ? "B" : "A"}${secret.slice(1)}.${expires}.${signature}`,
      `${secret}.${expires}.${signature}x`,
      `${secret}.${expires}.${"é".repeat(signature.length / 2)}`,
    ];
    for (const text of forged) expect(guestKeyOf(text, NOW)).toBeNull();
  });
});

describe("sealed cookie", () => {
  setTestSettings();
  const cookie = sealedCookie<{ token: string }>("held", 10);
  const other = sealedCookie<{ token: string }>("other", 10);

  function aStore() {
    const kept = new Map<string, { value: string; options: object }>();
    return {
      kept,
      get: (name: string) => kept.get(name),
      set: (name: string, value: string, options: object) => kept.set(name, { value, options }),
    };
  }

  afterEach(() => jest.useRealTimers());

  test("encrypts a value and opens it again", async () => {
    const store = aStore();
    await cookie.keep(store, { token: "secret" });
    expect(store.kept.get("held")?.options).toMatchObject({ httpOnly: true, sameSite: "lax", maxAge: 600 });
    expect(Buffer.from(store.kept.get("held")?.value ?? "", "base64url").toString()).not.toContain("secret");
    expect(await cookie.open(store)).toEqual({ token: "secret" });
  });

  test("expires after its lifetime", async () => {
    const store = aStore();
    await cookie.keep(store, { token: "secret" });
    jest.useFakeTimers({
      now: Date.now() + 601_000,
      doNotFake: ["nextTick", "setImmediate", "queueMicrotask"],
    });
    expect(await cookie.open(store)).toBeNull();
  });

  test.each([
    ["nothing", undefined],
    ["a token that is not sealed", "eyJhbGciOiJub25lIn0.e30."],
  ])("opens %s as null", async (_, value) => {
    const store = aStore();
    if (value) store.set("held", value, {});
    expect(await cookie.open(store)).toBeNull();
  });

  test("rejects a value sealed for another cookie", async () => {
    const store = aStore();
    await other.keep(store, { token: "secret" });
    store.set("held", store.kept.get("other")?.value ?? "", {});
    expect(await cookie.open(store)).toBeNull();
  });
});

describe("staff role cookie", () => {
  setTestSettings();
  const NOW = Date.parse("2026-11-01T00:00:00Z");
  const HOLDER = { userId: "11111111-1111-4111-8111-111111111111", accessToken: "header.payload.signature" };

  test.each(["owner", "staff"] as const)("accepts %s for five minutes", (role) => {
    const value = newStaffRoleValue(role, HOLDER, NOW);
    expect(value).toMatch(/^[\w.-]{1,100}$/);
    expect(staffRoleOf(value, HOLDER, NOW)).toBe(role);
    expect(staffRoleOf(value, HOLDER, NOW + 299_000)).toBe(role);
    expect(staffRoleOf(value, HOLDER, NOW + 300_000)).toBeNull();
  });

  test("is HTTP-only and lives as long as its value", () => {
    expect(staffRoleCookie()).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/", maxAge: 300 });
  });

  test.each([
    ["another person", { ...HOLDER, userId: "22222222-2222-4222-8222-222222222222" }],
    ["another session of the same person", { ...HOLDER, accessToken: "header.another.signature" }],
  ])("rejects the cookie of %s", (_, holder) => {
    expect(staffRoleOf(newStaffRoleValue("owner", HOLDER, NOW), holder, NOW)).toBeNull();
  });

  describe("refuses any other text", () => {
    const value = newStaffRoleValue("staff", HOLDER, NOW);
    const [role = "", expires = "", signature = ""] = value.split(".");
    test.each([
      ["nothing", undefined],
      ["no signature", `${role}.${expires}`],
      ["a higher role", `owner.${expires}.${signature}`],
      ["no role, signed", `none.${expires}.${sign("staff-role", `none:${expires}:${HOLDER.userId}:x`)}`],
      ["a later expiry", `${role}.${Number(expires) + 300}.${signature}`],
      ["a signature for something else", `${role}.${expires}.${sign("print", `${role}:${expires}`)}`],
    ])("%s", (_, text) => {
      expect(staffRoleOf(text, HOLDER, NOW)).toBeNull();
    });
  });
});
