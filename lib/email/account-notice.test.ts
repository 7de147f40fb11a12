import { type AccountNotice, accountNoticeSchema, renderAccountNotice } from "@/lib/email/account-notice";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const render = (notice: Partial<AccountNotice>) =>
  renderAccountNotice({ change: "authenticator_on", email: "jane@example.org", ...notice }, origins);

test.each<[Partial<AccountNotice>, string, string]>([
  [{ change: "authenticator_on" }, "Two-step sign-in is on", "every log-in asks for its code"],
  [{ change: "authenticator_off" }, "Two-step sign-in is off", "A password is now enough to log in"],
  [
    { change: "identity_linked", provider: "github" },
    "A GitHub account was connected",
    "it signs in to your account, too",
  ],
  [
    { change: "identity_removed", provider: "google" },
    "A Google account was disconnected",
    "It no longer signs in to your account",
  ],
])("%j says what has changed and what to do if it was somebody else", async (notice, subject, said) => {
  const mail = await render(notice);
  expect(mail.subject).toBe(subject);
  expect(mail.to.address).toBe("jane@example.org");
  for (const body of [mail.html, mail.text]) {
    expect(body).toContain(said);
    expect(body).toMatch(/was it not you\?/i);
    expect(body).toContain("https://www.example.com/login?view=forgot");
  }
});

test("a change that nobody renders and a missing address are refused", async () => {
  expect(accountNoticeSchema.safeParse({ change: "something", email: "jane@example.org" }).success).toBe(
    false,
  );
  await expect(render({ email: "" })).rejects.toThrow();
});
