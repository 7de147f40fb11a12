import { loginLead } from "@/lib/auth/session/landing-path";
import { loginNotice } from "@/lib/auth/sign-in/login-notice";
import { readLinkedCount, readLoginTarget, readMailLink } from "@/lib/auth/sign-in/login-query";
import { storeTypedEmail, takeTypedEmail } from "@/lib/auth/sign-in/typed-email";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

describe("login query", () => {
  test.each([
    [{}, null],
    [
      { token_hash: ["abcdef123", "other"], type: ["signup"] },
      { tokenHash: "abcdef123", type: "signup" },
    ],
    [
      { token_hash: "abcdef123", type: "recovery" },
      { tokenHash: "abcdef123", type: "recovery" },
    ],
    [{ token_hash: "abcdef123", type: "sms" }, "unusable"],
    [{ token_hash: "<script>", type: "signup" }, "unusable"],
  ])("reads the link in %j as %j", (query, expected) => {
    expect(readMailLink(query)).toEqual(expected);
  });

  test("uses the first of repeated next and plan values", () => {
    expect(readLoginTarget({ next: ["/submit", "//evil.com"], plan: "free" })).toEqual({
      next: "/submit",
      plan: "free",
    });
    expect(readLoginTarget({})).toEqual({ next: undefined, plan: undefined });
  });

  test.each([
    ["3", 3],
    ["-1", 0],
    ["99999", 0],
    [undefined, 0],
  ])("reads linked=%j as %d orders", (linked, expected) => {
    expect(readLinkedCount({ linked })).toBe(expected);
  });
});

describe("login lead", () => {
  const USUAL = "Log in to submit cards and track your batches.";

  test.each([
    [{}, USUAL],
    [{ next: "/submit" }, "Log in to submit your cards."],
    [{ next: "/dashboard" }, "Log in to see your batches."],
    [{ next: "/dashboard?batch=BATCH-3NA5SDF59-7F3K" }, "Log in to track your batch."],
    [{ next: "/portal/profile" }, "Log in to open your profile."],
    [{ plan: "pro" }, "Log in to start your membership."],
    [{ next: "/admin" }, USUAL],
    // Unsafe targets fall back to the dashboard.
    [{ next: "//evil.example/submit" }, "Log in to see your batches."],
    [{ next: "/login?next=/submit" }, "Log in to see your batches."],
  ])("introduces the login for %j with %s", (loginTarget, lead) => {
    expect(loginLead(loginTarget)).toBe(lead);
  });
});

describe("login notice", () => {
  test.each([
    [{ failed: "link" }, "none", /opened in another browser/],
    [{ failed: ["refused", "link"] }, "none", /couldn't log you in with that account/],
    [{ failed: "busy" }, "none", /^Too many requests/],
    [{ failed: "unavailable" }, "none", /isn't responding/],
    [{ failed: "code" }, "code", /enter your code/],
    [{ created: "1" }, "none", /^Check your inbox and confirm your address first/],
    [{}, "unreachable", /isn't responding/],
    [{}, "forged", /^Invalid JWT signature/],
    [{ failed: "session" }, "none", /^Please log in again\.$/],
    [{}, "unreadable", /^Please log in again\.$/],
    [{ failed: "ended" }, "none", /^Your session has ended/],
    [{}, "ended", /^Your session has ended/],
    [{ failed: "large" }, "none", /^Your profile has too much data/],
    [{ failed: "unverified" }, "none", /^Open the link we emailed you/],
    [{ failed: "template" }, "none", /^Log in with your password/],
  ])("shows for %j and a session that is %s: %s", (query, session, text) => {
    expect(loginNotice(query, session)?.text).toMatch(text);
  });
});

describe("carried email", () => {
  const store = withTestStorage();

  test("returns the carried email once", () => {
    storeTypedEmail(" casey@example.com ");
    expect(takeTypedEmail()).toBe("casey@example.com");
    expect(takeTypedEmail()).toBeNull();
    expect(store().size).toBe(0);
  });

  test.each([undefined, " "])("clears the carried email for %j", (email) => {
    storeTypedEmail("casey@example.com");
    storeTypedEmail(email);
    expect(takeTypedEmail()).toBeNull();
  });

  test.each([
    ["just within ten minutes", 599_999, "casey@example.com"],
    ["after ten minutes", 600_000, null],
    ["by a clock that was set back", -1, null],
  ])("returns or discards the email %s and clears the storage", (_when, ms, told) => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 25) });
    storeTypedEmail("casey@example.com");
    jest.setSystemTime(Date.now() + ms);
    expect(takeTypedEmail()).toBe(told);
    expect(store().size).toBe(0);
    jest.useRealTimers();
  });
});
