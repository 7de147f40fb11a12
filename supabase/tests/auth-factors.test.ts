import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { addAuthenticator, aWrongCode, codeOf } from "../../sandbox/builders/authenticator";
import { PASSWORD } from "../../sandbox/builders/person";
import { connect, signedUp, visitorClient } from "../../sandbox/builders/test-database";

/* The sandbox's auth service as a client of the hosted one meets it: supabase-js, with nothing of the product between. */

const sql = connect();

/** Somebody who has just logged in. */
async function somebody(): Promise<{ id: string; email: string; client: SupabaseClient }> {
  const { id, email } = await signedUp(sql);
  return { id, email, client: await loggedIn(email) };
}

async function loggedIn(email: string): Promise<SupabaseClient> {
  const client = visitorClient();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function enrol(client: SupabaseClient, friendlyName = "phone") {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "totp",
    friendlyName,
    issuer: "SlabRelay",
  });
  if (error) throw error;
  return { factorId: data.id, key: data.totp.secret, uri: data.totp.uri };
}

const claimsOf = async (client: SupabaseClient) =>
  decodeJwt<{ aal: string; amr: { method: string }[] }>(
    (await client.auth.getSession()).data.session?.access_token ?? "",
  );
const methodsOf = async (client: SupabaseClient) => (await claimsOf(client)).amr.map(({ method }) => method);

test("a password reaches the first level, a code the second, which a refresh keeps", async () => {
  const { client } = await somebody();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
  const { factorId, key, uri } = await enrol(client);
  expect(uri).toContain(`secret=${key}`);
  expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [{ id: factorId }], totp: [] });

  const before = (await client.auth.getSession()).data.session?.refresh_token ?? "";
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(key) });
  expect(verified.data?.user.factors).toMatchObject([{ id: factorId, status: "verified" }]);
  expect(JSON.stringify(verified.data)).not.toContain(key);
  expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
  expect((await methodsOf(client)).sort()).toEqual(["password", "totp"]);
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);

  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
  const early = await visitorClient().auth.refreshSession({ refresh_token: before });
  expect(early.error).not.toBeNull();
});

test("the first code ends the sessions elsewhere that have not shown one; the next log-in owes it", async () => {
  const { client, email } = await somebody();
  const elsewhere = await loggedIn(email);
  const { factorId, key } = await enrol(client);
  await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(key) });
  expect((await elsewhere.auth.getUser()).error).not.toBeNull();
  const next = await loggedIn(email);
  expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
});

test("removing it takes the second level, and its sessions go back to the first", async () => {
  const { client } = await somebody();
  const { factorId, key } = await enrol(client);
  await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(key) });
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  await client.auth.refreshSession();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal1" });
  expect(await methodsOf(client)).toEqual(["password"]);
  expect((await client.auth.getUser()).data.user?.factors ?? []).toEqual([]);
});

test("at the first level an enrolled person changes neither password, address nor factors", async () => {
  const { client, id } = await somebody();
  await addAuthenticator(sql, id);
  const [factor] = (await client.auth.mfa.listFactors()).data?.totp ?? [];
  for (const [answer, status] of [
    [await client.auth.updateUser({ password: "another-password" }), 401],
    [await client.auth.updateUser({ email: "another@example.test" }), 401],
    [await client.auth.mfa.unenroll({ factorId: factor?.id ?? "" }), 422],
    [await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "a second one" }), 403],
  ] as const) {
    expect(answer.error).toMatchObject({ status, code: "insufficient_aal" });
  }
  expect((await client.auth.updateUser({ data: { colour: "blue" } })).error).toBeNull();
});

test("a code is refused that is wrong, late, used, or for a challenge of another factor", async () => {
  const { client } = await somebody();
  const { factorId, key } = await enrol(client);
  const challenge = async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? "";
  const verify = async (challengeId: string, code = codeOf(key)) =>
    (await client.auth.mfa.verify({ factorId, challengeId, code })).error?.code;
  const first = await challenge();
  expect(await verify(first, aWrongCode(key))).toBe("mfa_verification_failed");
  expect(await verify(crypto.randomUUID())).toBe("mfa_factor_not_found");
  await sql`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = ${first}`;
  expect(await verify(first)).toBe("mfa_challenge_expired");
  const second = await challenge();
  expect(await verify(second)).toBeUndefined();
  expect(await verify(second)).toBe("mfa_ip_address_mismatch");
});

test("factors belong to one person, have names of their own, and a kind", async () => {
  const [me, other] = [await somebody(), await somebody()];
  const { factorId } = await enrol(other.client);
  for (const { error } of [
    await me.client.auth.mfa.challenge({ factorId }),
    await me.client.auth.mfa.unenroll({ factorId }),
    await me.client.auth.mfa.unenroll({ factorId: crypto.randomUUID() }),
  ]) {
    expect(error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  }
  await enrol(me.client, "same");
  await expect(enrol(me.client, "same")).rejects.toMatchObject({ code: "mfa_factor_name_conflict" });
  const phone = await me.client.auth.mfa.enroll({ factorType: "phone", phone: "+15550100" });
  expect(phone.error).toMatchObject({ code: "mfa_phone_enroll_not_enabled" });
  const nobody = await visitorClient().auth.mfa.enroll({ factorType: "totp" });
  expect(nobody.error).not.toBeNull();
});
