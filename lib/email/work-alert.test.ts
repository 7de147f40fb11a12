import { renderWorkAlert } from "@/lib/email/work-alert";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const to = "money@example.com";
const event = { name: "evt_1", about: "charge.refunded" };

test("text and HTML say what was tried in vain, what it is about, and where to settle it", async () => {
  const mail = await renderWorkAlert({ work: "events", count: 1, items: [event] }, to, origins);
  expect(mail).toMatchObject({ subject: "To settle: 1 event could not be worked", to: { address: to } });
  for (const part of [mail.text, mail.html])
    for (const said of [
      "failed 20 times",
      "evt_1",
      "charge.refunded",
      "https://www.example.com/admin/reconcile",
    ])
      expect(part).toContain(said);
  expect(mail.text).not.toContain("Besides");
});

test("of more than it names it says how many there are besides", async () => {
  const mail = await renderWorkAlert({ work: "events", count: 1_235, items: [event] }, to, origins);
  expect(mail.subject).toBe("To settle: 1,235 events could not be worked");
  expect(mail.text).toMatch(/Besides[:\s]+1,234/);
});

test("of emails it says how many of which kind there are", async () => {
  const items = [{ name: "late", about: "499" }];
  const mail = await renderWorkAlert({ work: "mails", count: 499, items }, to, origins);
  expect(mail.subject).toBe("To settle: 499 emails given up");
  expect(mail.text).toMatch(/late[:\s]+499/);
  expect(mail.text).not.toContain("Besides");
});

test("of the job's tasks it says where to read what failed", async () => {
  const items = [{ name: "memberships", about: "2 failures in the last run" }];
  const mail = await renderWorkAlert({ work: "tasks", count: 1, items }, to, origins);
  expect(mail.subject).toBe("To settle: 1 task failing for a day");
  expect(mail.text).toMatch(/memberships[:\s]+2 failures in the last run/);
  expect(mail.text).toContain("sync.failed");
});

test("what is about the same stands in one line", async () => {
  const items = ["extra, $25.00", "upcharge, $9.00"].map((about) => ({ name: "BATCH-1", about }));
  const mail = await renderWorkAlert({ work: "proposals", count: 2, items }, to, origins);
  expect(mail.text).toMatch(/BATCH-1[:\s]+extra, \$25\.00; upcharge, \$9\.00/);
});

test("without an address there is no mail", async () => {
  await expect(
    renderWorkAlert({ work: "events", count: 1, items: [event] }, undefined, origins),
  ).rejects.toThrow("no usable e-mail address");
});
