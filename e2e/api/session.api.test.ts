import { createHmac } from "node:crypto";
import { Product } from "../../sandbox/builders/product.ts";

const product = new Product();

type Session = { access_token: string; refresh_token: string; expires_at: number; expires_in: number };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString("utf8"));

/** The session that the log-in endpoint has put into the browser's cookie. */
async function signedIn(): Promise<Session> {
  const { email } = await product.person();
  const answer = await product.post("/api/auth/login", { email, password: "password123" });
  const parts = answer.cookie
    .split("; ")
    .filter((part) => /^sb(\.\d+)?=/.test(part))
    .sort();
  const value = parts.map((part) => part.slice(part.indexOf("=") + 1)).join("");
  return decode(value.replace("base64-", ""));
}

/** The same session an hour later: its access token has run out, its refresh token has not. */
function expired(session: Session): Session {
  const [header = "", payload = ""] = session.access_token.split(".");
  const past = Math.floor(Date.now() / 1000) - 60;
  const body = encode({ ...decode(payload), iat: past - 3600, exp: past });
  const secret = product.setting("SUPABASE_JWT_SECRET");
  const signature = createHmac("sha256", secret).update(`${header}.${body}`).digest("base64url");
  return { ...session, access_token: `${header}.${body}.${signature}`, expires_at: past };
}

const cookieOf = (session: Session) => `sb=base64-${encode(session)}; signed_in=1`;

async function open(path: string, cookie: string) {
  const response = await fetch(product.appUrl + path, { headers: { cookie }, redirect: "manual" });
  return {
    status: response.status,
    location: response.headers.get("location"),
    set: response.headers.getSetCookie(),
    text: await response.text(),
  };
}

test("a session that has run out is refreshed before the page loads, and its new cookie works", async () => {
  const answer = await open("/dashboard", cookieOf(expired(await signedIn())));
  expect(answer).toMatchObject({ status: 200, text: expect.stringContaining("No submissions yet") });
  const renewed = answer.set.find((line) => line.startsWith("sb="));
  expect(renewed).toMatch(/HttpOnly/i);
  expect(renewed).toMatch(/SameSite=lax/i);
  const again = await open("/dashboard", renewed?.split(";")[0] ?? "");
  expect(again.status).toBe(200);
});

test("twenty pages at once with the same run-out session all load, and the session survives", async () => {
  const cookie = cookieOf(expired(await signedIn()));
  const answers = await Promise.all(Array.from({ length: 20 }, () => open("/dashboard", cookie)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ text }) => text.includes("Error Loading Dashboard"))).toHaveLength(0);
  // One refresh for all of them: a second one might have been refused, and have cleared the first one's cookie.
  expect(
    new Set(answers.map(({ set }) => set.find((line) => line.startsWith("sb="))?.split(";")[0])).size,
  ).toBe(1);
  const renewed = answers.at(-1)?.set.find((line) => line.startsWith("sb=")) ?? "";
  expect((await open("/submit", renewed.split(";")[0] ?? "")).status).toBe(200);
});

describe("a session that cannot be refreshed any more", () => {
  const broken = async () => cookieOf({ ...expired(await signedIn()), refresh_token: "long-gone" });

  test("ends: the submit page leads to the log-in, and the cookies go", async () => {
    const answer = await open("/submit", await broken());
    expect(answer).toMatchObject({ status: 307, location: expect.stringContaining("/login?next=%2Fsubmit") });
    expect(answer.set.find((line) => line.startsWith("sb="))).toMatch(/Max-Age=0/i);
    expect(answer.set.find((line) => line.startsWith("signed_in="))).toMatch(/Max-Age=0/i);
  });

  test("is told on the dashboard", async () => {
    const answer = await open("/dashboard", await broken());
    expect(answer).toMatchObject({
      status: 200,
      text: expect.stringContaining("Unable to load user session"),
    });
    expect(answer.text).toContain("Error Loading Dashboard");
  });
});

test.each([
  "sb=garbage",
  "sb=base64-!!!",
  `sb=base64-${encode({ access_token: 1 })}`,
  "sb.0=base64-e30; sb.1=x",
])("an unreadable cookie (%s) is no session and no crash", async (cookie) => {
  expect((await open("/dashboard", cookie)).text).toContain("Unable to load user session");
  expect((await open("/submit", cookie)).status).toBe(307);
  expect((await open("/login", cookie)).status).toBe(200);
});

test("a forged token is nobody", async () => {
  const session = await signedIn();
  const [header, payload] = session.access_token.split(".");
  const forged = { ...session, access_token: `${header}.${payload}.${"A".repeat(43)}` };
  expect((await open("/submit", cookieOf(forged))).status).toBe(307);
});
