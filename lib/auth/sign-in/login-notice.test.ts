import { loginNotice } from "@/lib/auth/sign-in/login-notice";

test.each([
  [{ failed: "link" }, "none", /began in another browser/],
  [{ failed: ["refused", "link"] }, "none", /canceled or refused/],
  [{ failed: "busy" }, "none", /^Too many requests/],
  [{ failed: "unavailable" }, "none", /not answering/],
  [{ failed: "code" }, "code", /code of your authenticator app/],
  [{ created: "1" }, "none", /^If we sent you an email, open its link first/],
  [{}, "unreachable", /not answering/],
  [{}, "forged", /^Invalid JWT signature/],
  [{ failed: "session" }, "none", /^Please log in again\.$/],
  [{}, "unreadable", /^Please log in again\.$/],
])("%j with a session that is %s: %s", (query, session, text) => {
  expect(loginNotice(query, session)?.text).toMatch(text);
});

test.each([
  ["unreachable", "warning"],
  ["forged", "danger"],
])("a session that is %s is told in the colour of a %s", (session, tone) => {
  expect(loginNotice({}, session)?.tone).toBe(tone);
});

test.each([
  [{}, "none"],
  [{ failed: "constructor" }, "none"],
  [{ failed: "code" }, "none"],
  [{ failed: "code" }, "valid"],
  [{ failed: "<b>Pay here</b>" }, "none"],
])("%j with a session that is %s says nothing", (query, session) => {
  expect(loginNotice(query, session)).toBeUndefined();
});
