import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountNotice, accountNoticeSchema, renderAccountNotice } from "@/lib/email/account-notice";
import { addressAskedSchema, renderAddressQuestion } from "@/lib/email/address-question";
import { authMails, renderAuthMail } from "@/lib/email/auth-mail";
import { isMailKind, mailClasses } from "@/lib/email/mail-class";
import {
  exportAlertSchema,
  refundAlertSchema,
  renderExportAlert,
  renderRefundAlert,
} from "@/lib/email/owner-alert";
import { renderPhotoAlert } from "@/lib/email/photo-alert";
import { renderProblemAnswer } from "@/lib/email/problem-answer";
import { renderReturnNotice } from "@/lib/email/return-notice";
import { renderRightsNotice, rightsNoticeSchema } from "@/lib/email/rights-notice";
import { sendSubmissionEmailSchema } from "@/lib/email/schema";
import { type FoundLink, renderTrackingLinkMail } from "@/lib/email/tracking-link-mail";
import { renderWorkAlert } from "@/lib/email/work-alert";
import { anOrder } from "@/sandbox/builders/order";
import { anOrderEvent, toldEvents } from "@/sandbox/builders/order-event";

describe("account notice", () => {
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
});

describe("auth mail", () => {
  const names = Object.keys(authMails);

  /** The template as a file: one element of the layout a line, so that a change shows as one. */
  async function template(name: string): Promise<string> {
    const content = authMails[name];
    if (!content) throw new Error(`no mail named ${name}`);
    const html = await renderAuthMail(content);
    return `${html.replace(/(?=<(?:\/?(?:html|head|body|table|tbody|tr|td)|meta|title|style)\b)/g, "\n")}\n`;
  }

  /** `UPDATE_MAIL_TEMPLATES=1 npm test -- unit account-mail` writes the files instead of comparing them. */
  test.each(names)("supabase/templates/%s.html is what the components render", async (name) => {
    const path = join(process.cwd(), "supabase", "templates", `${name}.html`);
    const wanted = await template(name);
    if (process.env.UPDATE_MAIL_TEMPLATES === "1") writeFileSync(path, wanted);
    expect(existsSync(path) ? readFileSync(path, "utf8") : "no such file").toBe(wanted);
  });

  test.each([
    ["confirmation", "signup"],
    ["invite", "invite"],
    ["recovery", "recovery"],
    ["email-change", "email_change"],
    ["magic-link", "magiclink"],
  ])("%s links the log in page with a token of type %s, and nothing else", async (name, type) => {
    const html = await template(name);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    const link = `{{ .SiteURL }}/login?token_hash={{ .TokenHash }}&amp;type=${type}`;
    expect(links).toEqual([link, link, "{{ .SiteURL }}/#contact"]);
  });

  test("reauthentication shows the code and links no page", async () => {
    const html = await template("reauthentication");
    expect(html).toContain("{{ .Token }}");
    expect(html).not.toContain("{{ .TokenHash }}");
  });

  test.each(names)("%s uses only the auth service's own variables, and loads nothing", async (name) => {
    const html = await template(name);
    const known = /\{\{ \.(SiteURL|TokenHash|Token|Email|NewEmail) \}\}/g;
    expect(html.replace(known, "")).not.toContain("{{");
    expect(html).not.toMatch(/<(script|img|link|iframe)\b|url\(|@import/i);
  });
});

describe("rights notice", () => {
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
});

describe("tracking link mail", () => {
  const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
  const url = "https://www.example.com/track/tok";
  const dashboard = "https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K";
  const order = anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K" });

  const render = (link: FoundLink, about: { email?: string | null; is_guest?: boolean } = {}) => {
    const whom = { email: "jane@example.org", full_name: "Jane Collector", is_guest: true, ...about };
    return renderTrackingLinkMail({ order, ...whom }, link, origins);
  };

  test("a guest gets the link", async () => {
    const mail = await render({ url });
    expect(mail).toMatchObject({
      subject: "Your tracking link (BATCH-MGX2K9QW-7F3K)",
      to: { address: "jane@example.org", name: "Jane Collector" },
    });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(url);
      expect(part).toContain("BATCH-MGX2K9QW-7F3K");
      expect(part).not.toMatch(/undefined|dashboard|Log in/);
    }
  });

  test("an account gets the link, and the way to its dashboard", async () => {
    const { text } = await render({ url }, { is_guest: false });
    expect(text).toContain(url);
    expect(text).toContain(dashboard);
  });

  test.each<[FoundLink, boolean, RegExp]>([
    ["ended", true, /was ended.*Answer this mail/],
    ["ended", false, /was ended.*Log in/],
    ["over", true, /180 days after.*Answer this mail/],
    ["over", false, /180 days after.*Log in/],
  ])("%s (guest: %s): no link, but what to do", async (link, isGuest, words) => {
    const mail = await render(link, { is_guest: isGuest });
    expect(mail.subject).toBe("Your batch (BATCH-MGX2K9QW-7F3K)");
    expect(mail.text.replaceAll("\n", " ")).toMatch(words);
    expect(mail.html).not.toContain("/track/");
    expect(mail.html.includes(dashboard)).toBe(!isGuest);
  });

  test("nobody's address is an error", async () => {
    await expect(render({ url }, { email: null })).rejects.toThrow("no usable e-mail address");
  });
});

describe("address question", () => {
  const about = {
    order: anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K" }),
    email: "jane@example.org",
    full_name: "Jane Collector",
    is_guest: false,
  };
  const url = "https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K";

  test("names the places of both addresses, until when, and where to answer", async () => {
    const asked = addressAskedSchema.parse({
      until: "2026-11-26T10:00:00Z",
      of_order: { city: "Austin", postal_code: "78701" },
      of_profile: { city: "Reno", postal_code: null },
      differing: ["city", "postal_code"],
    });
    const { subject, text, html } = await renderAddressQuestion(about, asked, url);
    expect(subject).toBe("Where do your cards go? (BATCH-MGX2K9QW-7F3K)");
    for (const words of [
      "Austin, 78701",
      "Reno",
      "What differs: City, postal code",
      "Please answer by: Nov 26, 2026, 10:00 AM UTC",
    ])
      expect(text).toContain(words);
    expect(html).toContain("batch=BATCH-MGX2K9QW-7F3K");
  });

  test("a place that is not known says so", async () => {
    const nowhere = { city: null, postal_code: null };
    const asked = { until: "2026-11-26T10:00:00Z", of_order: nowhere, of_profile: nowhere, differing: [] };
    expect((await renderAddressQuestion(about, asked, url)).text).toContain("Not known");
  });

  test.each([
    [["address_line1"], "Street"],
    [["address_line1", "address_line2"], "Street"],
    [["full_name", "address_line2"], "Name, street"],
  ])("two addresses of one place, which differ in %j, are told apart by that", async (differing, words) => {
    const place = { city: "Columbus", postal_code: "43004" };
    const until = "2026-11-26T10:00:00Z";
    const asked = addressAskedSchema.parse({ until, of_order: place, of_profile: place, differing });
    expect((await renderAddressQuestion(about, asked, url)).text).toContain(`What differs: ${words}\n`);
  });
});

describe("return notice", () => {
  const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
  const trackUrl = "https://www.example.com/track/tok";
  const order = anOrder({
    batch_id: "BATCH-MGX2K9QW-7F3K",
    num_cards: 12,
    received_count: 12,
    submission_status: "completed",
    tracking_number: "1Z999AA10123456784",
    return_address: { address_line1: "5 Elm" },
    return_carrier: "ups",
  });

  const render = (
    fields: Parameters<typeof anOrder>[0] = {},
    about: {
      email?: string | null;
      is_guest?: boolean;
      track?: string | null;
      events?: typeof toldEvents;
    } = {},
  ) => {
    const { track = trackUrl, ...rest } = about;
    const whom = {
      email: "jane@example.org",
      full_name: "Jane Collector",
      is_guest: false,
      events: toldEvents,
      ...rest,
    };
    return renderReturnNotice({ order: { ...order, ...fields }, ...whom }, origins, track);
  };

  test("the parcel, its carrier, and the way to follow it", async () => {
    const mail = await render();
    expect(mail).toMatchObject({
      subject: "On its way back (BATCH-MGX2K9QW-7F3K)",
      to: { address: "jane@example.org", name: "Jane Collector" },
    });
    for (const part of [mail.text, mail.html]) {
      for (const words of [
        "12 cards left",
        "UPS",
        "1Z999AA10123456784",
        "https://www.ups.com/track?tracknum=",
      ])
        expect(part).toContain(words);
      expect(part).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
      expect(part).not.toMatch(/undefined|NaN|canceled/);
    }
  });

  test("the carrier that staff chose counts; of one that we do not know there is the number alone", async () => {
    expect((await render({ return_carrier: "fedex" })).text).toContain("https://www.fedex.com/fedextrack/");
    const other = await render({ return_carrier: "other" });
    expect(other.text).toContain("1Z999AA10123456784");
    expect(other.text).not.toMatch(/Carrier:|Follow it/);
  });

  test("a refunded batch goes back as well, and says so", async () => {
    const { text } = await render({ payment_status: "canceled", received_count: 1 });
    expect(text).toContain("1 card left for the return address of this batch, which is canceled.");
    expect(text).not.toContain("graded");
  });

  test("a batch that was never paid goes back ungraded, and says so; of an unopened package nobody knows how many cards", async () => {
    const { text } = await render({ payment_status: "unpaid", received_count: null });
    expect(text).toContain("Your package left for the return address of this batch, which was not paid.");
    expect(text).not.toMatch(/graded|12 cards|Cards:/);
  });

  test("a paid batch that went home before it was graded is not called graded", async () => {
    const left = (from: string) => anOrderEvent({ from, to: "completed" });
    const { text } = await render({}, { events: [...toldEvents, left("received")] });
    expect(text).toContain("Your cards are on their way back");
    expect(text).not.toMatch(/graded|not paid|canceled/);
    const graded = await render({}, { events: [...toldEvents, left("graded")] });
    expect(graded.text).toContain("Your graded cards are on their way back");
  });

  test("the address that it left for is named, on one line", async () => {
    const return_address = {
      full_name: "Jane\nCollector",
      address_line1: "5 Elm",
      city: "Reno",
      postal_code: "89501",
    };
    const { text } = await render({ return_address });
    expect(text).toContain("Sent to: Jane Collector, 5 Elm, Reno, 89501");
  });

  test("where there is no address it names none", async () => {
    const unpaid = { payment_status: "unpaid", return_address: null } as const;
    const { text } = await render({ ...unpaid, received_count: null });
    expect(text).toContain("Your package left us on the way back to you. This batch was not paid.");
    expect((await render({ return_address: null })).text).toContain(
      "12 cards left us on the way back to you.",
    );
    for (const mail of [text, (await render({ ...unpaid })).text])
      expect(mail).not.toMatch(/return address|Sent to/);
  });

  test("a guest follows it by the link, if there is one", async () => {
    expect((await render({}, { is_guest: true })).text).toContain(trackUrl);
    const none = await render({}, { is_guest: true, track: null });
    expect(none.html).not.toMatch(/Track this batch|dashboard/);
  });

  test("a parcel without a number is told, too, and that another mail comes with one", async () => {
    const { text, html } = await render({ tracking_number: null, return_carrier: null });
    expect(text).toContain("12 cards left for the return address of this batch.");
    for (const part of [text, html]) {
      expect(part).toContain("left without a tracking number. If we get one, we write to you again.");
      expect(part).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
      expect(part).not.toMatch(/undefined|null|Follow it|knows the number/);
    }
  });

  test("an order that has not left gets none", async () => {
    await expect(render({ submission_status: "graded" })).rejects.toThrow("graded, not sent");
  });

  test("nobody's address is an error", async () => {
    await expect(render({}, { email: null })).rejects.toThrow("no usable e-mail address");
  });

  test("tells what happened last, and who brings the parcel", async () => {
    const { text } = await render();
    expect(text).toContain("Nov 21, 2026: Your cards arrived and were counted");
    expect(text).toContain("Next: The carrier delivers them to you.");
    expect(text).not.toContain("By the carrier");
  });
});

describe("problem answer", () => {
  const about = {
    order: anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K", payment_status: "canceled" }),
    email: "jane@example.org",
    full_name: "Jane Collector",
    is_guest: true,
  };
  const url = "https://www.example.com/track/tok";

  test("says what staff wrote, line by line, and where to write again", async () => {
    const answer = { body: "We are sorry.\n\nWe send\na new slab.", is_closed: false };
    const { subject, text, html, to } = await renderProblemAnswer(about, answer, url);
    expect(subject).toBe("Our answer (BATCH-MGX2K9QW-7F3K)");
    expect(to).toMatchObject({ address: "jane@example.org" });
    for (const line of ["We are sorry.", "We send", "a new slab."]) expect(text).toContain(line);
    expect(html).toContain(url);
    expect(text).not.toContain("within 30 days");
  });

  test("the word that closes it says until when it may be opened again", async () => {
    const { subject, text } = await renderProblemAnswer(about, { body: "Refunded.", is_closed: true }, url);
    expect(subject).toBe("Settled (BATCH-MGX2K9QW-7F3K)");
    expect(text).toContain("You can open it again within 30 days.");
  });

  test("whose link was ended answers the mail", async () => {
    const { text, html } = await renderProblemAnswer(about, { body: "Refunded.", is_closed: false }, null);
    expect(text).toContain("Please answer this mail.");
    expect(html).not.toContain("Write again</a>");
  });
});

describe("alert mail", () => {
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
      await expect(renderPhotoAlert({ count: 1, path }, undefined)).rejects.toThrow(
        "no usable e-mail address",
      );
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

    test("of the auth service it names the setting, and says no word about once", async () => {
      const items = [{ name: "captcha_failed", about: "sign_up" }];
      const mail = await renderWorkAlert({ work: "sign_in", count: 1, items }, to, origins);
      expect(mail.subject).toBe("To settle: 1 problem with sign-up or log-in");
      expect(mail.text).toMatch(/captcha_failed[:\s]+sign_up/);
      expect(mail.text).not.toContain("Nobody is told twice");
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

    test.each([[{}], [{ batchId: "" }], [{ batchId: 7 }], [{ batchId: null }]])(
      "%j names no batch",
      (body) => {
        expect(sendSubmissionEmailSchema.safeParse(body).error?.issues[0]?.message).toBe(
          "Which batch is this about?",
        );
      },
    );

    test("an endless batch ID is refused", () => {
      expect(sendSubmissionEmailSchema.safeParse({ batchId: "B".repeat(64) }).success).toBe(true);
      expect(sendSubmissionEmailSchema.safeParse({ batchId: "B".repeat(65) }).success).toBe(false);
    });
  });
});
