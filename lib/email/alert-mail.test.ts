import { readFileSync } from "node:fs";
import { isMailKind, mailClasses } from "@/lib/email/mail-class";
import {
  exportAlertSchema,
  refundAlertSchema,
  renderExportAlert,
  renderRefundAlert,
} from "@/lib/email/owner-alert";
import { renderPhotoAlert } from "@/lib/email/photo-alert";
import { sendSubmissionEmailSchema } from "@/lib/email/schema";
import { renderWorkAlert } from "@/lib/email/work-alert";

describe("owner alert", () => {
  const origins = { appUrl: "https://slabrelay.test", receiptOrigin: "https://pay.slabrelay.test" };
  const refund = {
    to: "olive@example.com",
    by: "sam@example.com",
    order_id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    cents: 60_000,
    limit_cents: 50_000,
    reason: "Lost on its way",
  };
  const file = {
    to: "olive@example.com",
    by: "sam@example.com",
    kind: "orders",
    filter: { payment: "paid" },
    has_search: false,
    at: "2026-11-21T10:00:00+00:00",
    rows: 18_984,
    is_complete: true,
  };
  const refundMail = (changes: object = {}) =>
    renderRefundAlert(refundAlertSchema.parse({ ...refund, ...changes }), origins);
  const exportMail = (changes: object = {}) =>
    renderExportAlert(exportAlertSchema.parse({ ...file, ...changes }), origins);

  test("a large refund is told with who, how much, why, and the way to its batch", async () => {
    const { to, subject, text } = await refundMail();
    expect(to).toMatchObject({ address: "olive@example.com" });
    expect(subject).toBe("$600.00 were refunded");
    for (const part of [
      "By: sam@example.com",
      "Amount: $600.00",
      "Batch: BATCH-MGX2K9QW-7F3K",
      "Reason: Lost on its way",
      "above $500.00",
      `${origins.appUrl}/admin/order/${refund.order_id}`,
    ])
      expect(text).toContain(part);
  });

  test("refunds that are one together say the sum of the day and the last of them", async () => {
    const { subject, text } = await refundMail({ cents: 20_000, day_cents: 51_000 });
    expect(subject).toBe("$510.00 were refunded within a day");
    expect(text).toContain("The last one: $200.00");
  });

  test("an account that is gone, and a batch without an id, are named all the same", async () => {
    const { text } = await refundMail({ by: null, batch_id: null });
    expect(text).toContain("By: Somebody whose account is gone");
    expect(text).toContain("Batch: ORDER-3F2B8A10");
  });

  test.each([
    [{}, "Orders were exported", "Asked for: payment paid", "How much: 18,984 rows"],
    [
      { kind: "activity", filter: {} },
      "The activity log was exported",
      "Asked for: All of it",
      "18,984 rows",
    ],
    [{ has_search: true }, "Orders were exported", "payment paid, a search", "18,984 rows"],
    [{ rows: undefined }, "Orders were exported", "payment paid", "How much: Still on its way"],
    [{ rows: 1, is_complete: false }, "Orders were exported", "paid", "1 row, then it broke off"],
  ])("an export %j is told with who, when, what and how much", async (changes, title, asked, rows) => {
    const { subject, text } = await exportMail(changes);
    expect(subject).toBe(title);
    for (const part of [
      asked,
      rows,
      "By: sam@example.com",
      "When: Nov 21, 2026, 10:00 AM UTC",
      "kind=exports",
    ])
      expect(text).toContain(part);
  });

  test.each([{ kind: "manifest" }, { to: null }, { at: undefined }])(
    "%j is no export to tell of",
    (changes) => expect(exportAlertSchema.safeParse({ ...file, ...changes }).success).toBe(false),
  );
});

describe("photo alert", () => {
  const path = "2026-11/00000000-0000-4000-8000-000000000001";

  test.each([
    [1, "1 photograph cannot be deleted"],
    [1200, "1,200 photographs cannot be deleted"],
  ])("of %d the mail says how many, and where one lies", async (count, subject) => {
    const mail = await renderPhotoAlert({ count, path }, "money@example.com");
    expect(mail).toMatchObject({ subject, to: { address: "money@example.com" } });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(subject.split(" cannot")[0]);
      expect(part).toContain(`order-photos/${path}`);
    }
  });

  test("without an address there is no mail", async () => {
    await expect(renderPhotoAlert({ count: 1, path }, undefined)).rejects.toThrow("no usable e-mail address");
  });
});

describe("work alert", () => {
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
});

describe("mail class", () => {
  test("a kind that no mail has is none, also when every object has it", () => {
    expect(["late", "order_confirmation"].every(isMailKind)).toBe(true);
    expect(["constructor", "toString", "", "Late"].some(isMailKind)).toBe(false);
  });

  test("money, decisions, questions and the account's safety cannot be turned off", () => {
    const must =
      /refund|confirmation|adjustment|question|declined|answer|link|account|membership|rights|alert|exception/;
    const kinds = Object.entries(mailClasses).filter(([kind]) => must.test(kind));
    expect(kinds.length).toBeGreaterThan(15);
    expect(kinds.filter(([, its]) => its !== "always")).toEqual([]);
  });

  test("each kind stands in the table of mails, with its class, and nothing else does", () => {
    const rows = [...readFileSync("docs/rules.md", "utf8").matchAll(/^\| \*\*(\w+)\*\* \| (\w+) \|/gm)];
    expect(Object.fromEntries(rows.map(([, kind, its]) => [kind, its]))).toEqual(mailClasses);
    expect(rows).toHaveLength(Object.keys(mailClasses).length);
  });
});

describe("schema", () => {
  test("nothing but the batch is read: nobody sets who gets a mail, or what it says", () => {
    const body = {
      batchId: "BATCH-ABCDEFGH-2345",
      to: "victim@example.com",
      total: 1,
      link: "https://evil.test",
    };
    expect(sendSubmissionEmailSchema.parse(body)).toEqual({ batchId: "BATCH-ABCDEFGH-2345" });
  });

  test.each([[{}], [{ batchId: "" }], [{ batchId: 7 }], [{ batchId: null }]])("%j names no batch", (body) => {
    expect(sendSubmissionEmailSchema.safeParse(body).error?.issues[0]?.message).toBe(
      "Which batch is this about?",
    );
  });

  test("an endless batch ID is refused", () => {
    expect(sendSubmissionEmailSchema.safeParse({ batchId: "B".repeat(64) }).success).toBe(true);
    expect(sendSubmissionEmailSchema.safeParse({ batchId: "B".repeat(65) }).success).toBe(false);
  });
});
