import { renderRightsNotice, rightsNoticeSchema } from "@/lib/email/rights-notice";

const origins = { appUrl: "https://slabrelay.test", receiptOrigin: "https://pay.slabrelay.test" };
const staff = { role: "staff", rights: ["refunds", "exports"], is_main: false };
const notice = {
  to: "sam@example.com",
  is_about_reader: true,
  action: "rights_changed",
  email: "sam@example.com",
  by: "olive@example.com",
  before: staff,
  after: { ...staff, rights: [] },
};
const rendered = (changes: object = {}) =>
  renderRightsNotice(rightsNoticeSchema.parse({ ...notice, ...changes }), origins);

test("whoever it is about reads what they could and can do, and who changed it", async () => {
  const { to, subject, text } = await rendered();
  expect(to).toMatchObject({ address: "sam@example.com" });
  expect(subject).toBe("Your rights have changed");
  expect(text).toContain("Changed by: olive@example.com");
  expect(text).toContain("Before: Refund, Export files");
  expect(text).toContain("Now: No right of its own");
});

test.each([
  [{ action: "added", before: null, after: staff }, "You are on the staff", "Before: Not staff"],
  [{ action: "removed", after: null }, "You are not on the staff any more", "Now: Not staff"],
  [{ action: "role_changed", after: { ...staff, role: "owner" } }, "Your role has changed", "Now: Owner"],
  [
    { action: "handed_over", after: { ...staff, role: "owner", is_main: true } },
    "You are the main owner",
    "Now: Main owner",
  ],
])("%j", async (changes, subject, line) => {
  const mail = await rendered(changes);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(line);
  const toOther = await rendered({ ...changes, to: "olive@example.com", is_about_reader: false });
  expect(toOther.subject).not.toBe(subject);
  expect(toOther.text).toContain("Who: sam@example.com");
});

test("who is no staff any more gets no link to the staff's pages", async () => {
  const link = `${origins.appUrl}/admin`;
  expect((await rendered()).text).toContain(link);
  expect((await rendered({ action: "removed", after: null })).text).not.toContain(link);
});

test("what a script changed names no person", async () => {
  expect((await rendered({ by: null })).text).toContain("Changed by: System");
});

test.each([
  { action: "promoted" },
  { to: null },
  { after: { role: "staff" } },
  { is_about_reader: undefined },
])("%j is no such mail", (changes) =>
  expect(rightsNoticeSchema.safeParse({ ...notice, ...changes }).success).toBe(false),
);
