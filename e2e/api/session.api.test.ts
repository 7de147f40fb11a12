import { type Answer, logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { expiredToken } from "../support/expired-token.ts";

const product = new Product();

type Session = { access_token: string; refresh_token: string; expires_at: number; expires_in: number };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString("utf8"));

/** The session that the log-in endpoint has put into the browser's cookie. */
async function signedIn(): Promise<Session> {
  const { cookie } = await logInAsCustomer(product);
  const parts = cookie
    .split("; ")
    .filter((part) => /^sb(\.\d+)?=/.test(part))
    .sort();
  const value = parts.map((part) => part.slice(part.indexOf("=") + 1)).join("");
  return decode(value.replace("base64-", ""));
}

/** The same session an hour later: its access token has run out, its refresh token has not. */
const expired = (session: Session): Session => ({
  ...session,
  access_token: expiredToken(product, session.access_token),
  expires_at: Math.floor(Date.now() / 1000) - 60,
});

const cookieOf = (session: Session) => `sb=base64-${encode(session)}; signed_in=1`;

/** The line that sets the session's cookie. */
const sessionLine = ({ headers }: Answer) => headers.getSetCookie().find((line) => line.startsWith("sb="));

const open = (path: string, cookie = "") => product.get(path, { cookie });

test("a session that has run out is refreshed before the page loads, and its new cookie works", async () => {
  const answer = await open("/dashboard", cookieOf(expired(await signedIn())));
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining("No submissions yet") });
  const renewed = sessionLine(answer);
  expect(renewed).toMatch(/HttpOnly/i);
  expect(renewed).toMatch(/SameSite=lax/i);
  const again = await open("/dashboard", renewed?.split(";")[0] ?? "");
  expect(again.status).toBe(200);
});

test("twenty pages at once with the same run-out session all load, and the session survives", async () => {
  const cookie = cookieOf(expired(await signedIn()));
  const answers = await Promise.all(Array.from({ length: 20 }, () => open("/dashboard", cookie)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ body }) => body.includes("Error Loading Dashboard"))).toHaveLength(0);
  // One refresh for all of them: a second one might have been refused, and have cleared the first one's cookie.
  const [renewed = "", ...others] = new Set(answers.map((answer) => sessionLine(answer)?.split(";")[0]));
  expect(others).toEqual([]);
  expect((await open("/submit", renewed)).status).toBe(200);
});

describe("a session that cannot be refreshed any more", () => {
  const broken = async () => cookieOf({ ...expired(await signedIn()), refresh_token: "long-gone" });

  test("ends: the submit page leads to the log-in, and the cookies go", async () => {
    const answer = await open("/submit", await broken());
    expect(answer).toMatchObject({ status: 307, location: expect.stringContaining("/login?next=%2Fsubmit") });
    expect(sessionLine(answer)).toMatch(/Max-Age=0/i);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith("signed_in="))).toMatch(/Max-Age=0/i);
  });

  test("is told on the dashboard", async () => {
    const answer = await open("/dashboard", await broken());
    expect(answer).toMatchObject({
      status: 200,
      body: expect.stringContaining("Unable to load user session"),
    });
    expect(answer.body).toContain("Error Loading Dashboard");
  });
});

test.each([
  "sb=garbage",
  "sb=base64-!!!",
  `sb=base64-${encode({ access_token: 1 })}`,
  "sb.0=base64-e30; sb.1=x",
])("an unreadable cookie (%s) is removed, and the log-in says why", async (cookie) => {
  const names = cookie.split("; ").map((part) => part.split("=")[0]);
  for (const path of ["/dashboard", "/submit"]) {
    const answer = await open(path, cookie);
    expect(answer.status).toBe(307);
    expect(answer.cookie).toBe(names.map((name) => `${name}=`).join("; "));
    const login = await open(answer.location);
    expect(login).toMatchObject({
      status: 200,
      body: expect.stringContaining("Unable to load user session"),
    });
    expect(login.body).toContain("Welcome Back");
  }
  expect((await open("/login", cookie)).body).toContain("Unable to load user session");
});

test("a forged token is nobody", async () => {
  const session = await signedIn();
  const [header, payload] = session.access_token.split(".");
  const forged = { ...session, access_token: `${header}.${payload}.${"A".repeat(43)}` };
  expect((await open("/submit", cookieOf(forged))).status).toBe(307);
});
