import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { code128, LONGEST_CODE, qrCode } from "@/lib/base/barcode";
import { readGraderLookup } from "@/lib/base/grader-lookup";
import { paths } from "@/lib/base/paths";
import { batchRow } from "@/lib/orders/dashboard";
import { cardsStillHere, graderLine, lookupOf } from "@/lib/orders/tracking/grader-line";
import {
  proposalAccessArguments,
  proposalAccessOf,
  returnPathOf,
} from "@/lib/orders/tracking/proposal-access";
import { SAMPLE_BATCH, SAMPLE_BATCH_ID } from "@/lib/orders/tracking/sample-batch";
import { findBatchSchema } from "@/lib/orders/tracking/schema";
import {
  findLimits,
  shown,
  trackingHashOf,
  trackingToken,
  trackingTokenHash,
} from "@/lib/orders/tracking/tracking-link";
import { carrierPage, trackingLine } from "@/lib/orders/tracking-number";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { anOrder } from "@/sandbox/builders/order";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("carrier", () => {
  test.each([
    ["1Z999AA10123456784", "UPS", "https://www.ups.com/track?tracknum=1Z999AA10123456784"],
    [" 1z 999 aa1 01 2345 6784 ", "UPS", "https://www.ups.com/track?tracknum=1Z999AA10123456784"],
    [
      "9400 1000 0000 0000 0000 00",
      "USPS",
      "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
    ],
    [
      "92055901755477000271",
      "USPS",
      "https://tools.usps.com/go/TrackConfirmAction?tLabels=92055901755477000271",
    ],
    ["LX123456789US", "USPS", "https://tools.usps.com/go/TrackConfirmAction?tLabels=LX123456789US"],
    ["7999-9999-9999", "FedEx", "https://www.fedex.com/fedextrack/?trknbr=799999999999"],
    ["012345678901234", "FedEx", "https://www.fedex.com/fedextrack/?trknbr=012345678901234"],
    ["9612345678901234567890", "FedEx", "https://www.fedex.com/fedextrack/?trknbr=9612345678901234567890"],
    ["1234567890", "DHL", "https://www.dhl.com/en/express/tracking.html?AWB=1234567890"],
  ])("%s is of %s", (number, carrier, url) => {
    expect(carrierPage(number)).toEqual({ carrier, url });
  });

  test.each([
    "",
    "1Z999",
    "TRK-1",
    "LX123456789GB",
    "12345678901",
    "javascript:alert(1)",
    "<b>1Z999AA10123456784",
  ])("%p is of no service we know", (number) => expect(carrierPage(number)).toBeNull());

  test.each([
    ["1Z999AA10123456784", "fedex", "https://www.fedex.com/fedextrack/?trknbr=1Z999AA10123456784"],
    ["12345678901", "dhl", "https://www.dhl.com/en/express/tracking.html?AWB=12345678901"],
    ["1Z999AA10123456784", "other", undefined],
    ["see the note", "ups", undefined],
  ] as const)("%s by %s is followed at %s", (number, carrier, url) => {
    expect(carrierPage(number, carrier)?.url).toBe(url);
  });

  test("no parcel is told of a batch that has not left for its owner, or is here again", () => {
    const order = { tracking_number: "1Z999AA10123456784", return_carrier: null };
    expect(trackingLine({ ...order, submission_status: "graded" })).toEqual({
      text: "–",
      page: null,
    });
    for (const submission_status of ["completed", "delivered"])
      expect(trackingLine({ ...order, submission_status })).toMatchObject({
        text: "1Z999AA10123456784",
        page: { carrier: "UPS" },
      });
  });
});

describe("decider", () => {
  test("a payment page leads back to where its person came from", () => {
    const batchPath = "/dashboard?batch=BATCH-1";
    expect(returnPathOf("a", { trackPath: "/track/t", batchPath })).toBe("/track/t?paid=a");
    expect(returnPathOf("a", { trackPath: null, batchPath })).toBe("/dashboard?batch=BATCH-1&paid=a");
  });

  test("who has only a link decides by its token, which the database knows by its hash", () => {
    const caller = { userId: "u", guestKey: null, email: "jane@example.org" };
    expect(proposalAccessOf(caller, undefined)).toEqual({ userId: "u", guestKey: null, tokenHash: null });
    expect(proposalAccessArguments(proposalAccessOf({ userId: null, guestKey: "g" }, "t"))).toEqual({
      p_user_id: null,
      p_guest_key: "g",
      p_token_hash: trackingTokenHash("t"),
    });
  });
});

describe("find limits", () => {
  const subjects = (email: string, batch: string, address = "192.0.2.1") =>
    findLimits({ email, batch }, address).map(({ name, subject }) => `${name}:${subject}`);

  test("the same batch and address are counted together, however they are spelled", () => {
    const counted = subjects("jane@example.org", "BATCH-MG0I2KQO-7F3K");
    expect(subjects(" Jane@Example.org ", "mgoi2kq0 7f3k")).toEqual(counted);
    expect(counted.map((key) => key.split(":")[0])).toEqual([
      "find-batch-address",
      "find-batch-email",
      "find-batch",
    ]);
  });

  test("a stranger elsewhere uses up nobody's e-mail, but what may be asked about a batch", () => {
    const [address, email, batch] = subjects("jane@example.org", "MG0I2KQO7F3K");
    const elsewhere = subjects("jane@example.org", "MG0I2KQO7F3K", "192.0.2.2");
    expect(elsewhere[0]).not.toBe(address);
    expect(elsewhere[1]).not.toBe(email);
    expect(elsewhere[2]).toBe(batch);
  });

  test("no e-mail is kept", () => {
    expect(subjects("jane@example.org", "MG0I2KQO7F3K").join()).not.toContain("jane");
  });
});

describe("grader line", () => {
  const pattern = () => "https://grader.example/orders/{number}?from=us";
  const of = (submission_status: string, number: string | null = "S 1/2") =>
    graderLine({ submission_status, grading_submission_number: number }, pattern);

  test.each(["shipped", "grading", "graded", "completed", "delivered"])(
    "of a batch that is %s it is told",
    (step) => {
      expect(of(step)).toEqual({
        number: "S 1/2",
        url: "https://grader.example/orders/S%201%2F2?from=us",
      });
    },
  );

  test.each(["pending", "received", "processing", "unheard of"])(
    "of one that is %s it is not: the cards have not left for the grader",
    (step) => expect(of(step)).toBeNull(),
  );

  test("without a number nothing is told, and without the grader's page nothing is linked", () => {
    expect(of("grading", null)).toBeNull();
    const order = { submission_status: "grading", grading_submission_number: "12" };
    expect(graderLine(order, () => undefined)).toEqual({ number: "12", url: null });
  });

  test("a number is nothing but a part of the address", () => {
    const line = of("grading", '"><script>{number}//evil \ud800');
    expect(line?.url).toBe(
      "https://grader.example/orders/%22%3E%3Cscript%3E%7Bnumber%7D%2F%2Fevil%20%EF%BF%BD?from=us",
    );
  });

  test.each([
    [{}, "1 card still here"],
    [{ submission_status: "completed" }, null],
    [{ cards_sent: 10 }, null],
    [{ cards_sent: null }, null],
  ])("names the cards that stayed while the others are at the grader: %j", (changes, words) => {
    const order = { submission_status: "grading", received_count: 10, cards_sent: 9, ...changes };
    expect(cardsStillHere(order)).toBe(words);
  });
});

describe("grader lookup", () => {
  const URL = "https://psa.example/orders/{number}";
  const byName = `PSA=${URL}; Beckett  Grading=https://bgs.example/{number}`;

  test.each([
    [byName, "PSA", URL],
    [byName, " psa ", URL],
    [byName, "Beckett Grading", "https://bgs.example/{number}"],
    [byName, "SGC", undefined],
    [byName, "", undefined],
    [byName, null, undefined],
    [URL, null, undefined],
  ])("of %s returns the URL of %j", (setting, grader, url) => {
    expect(lookupOf(readGraderLookup(setting) ?? undefined, grader, "PSA, Beckett Grading, SGC")).toBe(url);
  });

  test("uses a URL without a name when there is one grader", () => {
    expect(lookupOf(readGraderLookup(URL) ?? undefined, null, "PSA")).toBe(URL);
  });
});

describe("schema", () => {
  const problemsOf = (fields: object) => {
    const { error } = findBatchSchema.safeParse({
      email: "jane@example.org",
      batch: "MGX2K9QW-7F3K",
      ...fields,
    });
    return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  };
  const BATCH = "batch: That isn't a batch ID. Batch IDs look like BATCH-3NA5SDF59-7F3K.";
  const EMAIL = "email: Please enter a valid email address.";

  test.each([
    [{}, []],
    [{ email: "  Jane@Example.org " }, []],
    [{ batch: " batch mgx2k9qw 7f3k " }, []],
    [{ batch: "ORDER-3F2A9C1E" }, []],
    [{ email: "" }, ["email: Please enter the email you paid with."]],
    [{ email: undefined }, ["email: Please enter the email you paid with."]],
    [{ email: "jane" }, [EMAIL]],
    [{ email: "jane@example.org, joe@example.org" }, [EMAIL]],
    [{ email: `${"j".repeat(250)}@e.org` }, [EMAIL]],
    [{ batch: "   " }, ["batch: Please enter the batch ID."]],
    [{ batch: 7 }, ["batch: Please enter the batch ID."]],
    [{ batch: "MGX2K9QW" }, [BATCH]],
    [{ batch: "jane@example.org" }, [BATCH]],
    [{ batch: "-".repeat(65) }, [BATCH, BATCH]],
  ])("%j", (fields, problems) => expect(problemsOf(fields)).toEqual(problems));
});

describe("tracking link", () => {
  setTestSettings();
  const ORDER = "00000000-0000-4000-8000-000000000001";
  const OTHER = "00000000-0000-4000-8000-000000000002";

  test("a tracking token is of one order and one generation, and its hash says nothing of it", () => {
    const token = trackingToken(ORDER, 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(trackingToken(ORDER, 1)).toBe(token);
    expect(new Set([token, trackingToken(ORDER, 2), trackingToken(OTHER, 1)]).size).toBe(3);
    expect(trackingTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(trackingHashOf(ORDER, 1)).toBe(trackingTokenHash(token));
  });

  const link = { order_id: ORDER, generation: 3, token_hash: trackingHashOf(ORDER, 3), is_active: true };

  test("the owner sees the path of a link that opens", () => {
    expect(shown(link)).toEqual({ generation: 3, path: `/track/${trackingToken(ORDER, 3)}` });
  });

  test.each([
    ["one that was ended", { ...link, is_active: false }, 3],
    ["one made under a former secret", { ...link, token_hash: trackingHashOf(ORDER, 2) }, 3],
    ["none yet", null, 0],
  ])("%s has no path", (_, ended, generation) => {
    expect(shown(ended)).toEqual({ generation, path: null });
  });
});

describe("batch row", () => {
  const ORDER = anOrder({ batch_id: "BATCH-TEST0001-0001", num_cards: 12, submission_status: "pending" });
  const NOW = Date.parse("2026-12-10T17:00:00Z");

  test("is named by its title or cards and day, with its code and no empty parts", () => {
    const row = batchRow({ ...ORDER, payment_status: "paid", submitted_at: "2026-12-01T12:00:00Z" }, NOW);
    expect(row).toMatchObject({
      name: "12 cards · Dec 1",
      code: "BATCH-TEST0001-0001",
      cards: 12,
      payment: "Paid",
      place: 1,
    });
    expect(Object.keys(row)).not.toContain("backBy");
    expect(Object.keys(row)).not.toContain("tracking");
    expect(batchRow({ ...ORDER, title: "Holo lot", batch_id: null }, NOW)).toMatchObject({
      name: "Holo lot",
      code: expect.stringMatching(/^ORDER-/),
    });
  });

  test("shows a fully refunded batch as refunded, with no steps", () => {
    expect(batchRow({ ...ORDER, payment_status: "canceled" }, NOW)).toMatchObject({
      status: { label: "Canceled" },
      payment: "Refunded",
      place: 0,
    });
  });

  test.each([
    [{ promised_from: "2026-12-11", promised_to: "2026-12-18" }, "Dec 18", false],
    [{ promised_from: "2026-12-10", promised_to: "2026-12-17" }, "Dec 17", false],
    [{ promised_from: "2026-12-02", promised_to: "2026-12-09" }, "Was due Dec 9", true],
    [
      {
        promised_from: "2026-12-02",
        promised_to: "2026-12-09",
        delay_reason: "Snow",
        delayed_until: "2026-12-23",
      },
      "Dec 23",
      true,
    ],
    [
      {
        promised_from: "2026-12-02",
        promised_to: "2026-12-09",
        delay_reason: "Snow",
        delayed_until: "2026-12-09",
      },
      "Was due Dec 9",
      true,
    ],
    [
      {
        promised_from: "2026-12-11",
        promised_to: "2026-12-18",
        delay_reason: "Snow",
        delayed_until: "2026-12-23",
      },
      "Dec 23",
      true,
    ],
    [{}, undefined, false],
    [
      { promised_from: "2026-12-11", promised_to: "2026-12-18", fulfillment_status: "complete" },
      undefined,
      false,
    ],
    [
      { promised_from: "2026-12-11", promised_to: "2026-12-18", payment_status: "canceled" },
      undefined,
      false,
    ],
  ] as const)("with %j is due back %s (late: %s)", (fields, backBy, isLate) => {
    const row = batchRow({ ...ORDER, fulfillment_status: "grading", ...fields }, NOW);
    expect([row.backBy, row.status.label.endsWith(" · late")]).toEqual([backBy, isLate]);
  });

  test("says by when its owner answers a question", () => {
    const asked = anAdjustment({ deadline_at: "2026-12-15T12:00:00Z" });
    expect(batchRow(ORDER, NOW, asked).notes).toEqual([{ text: "Respond by Dec 15", tone: "warning" }]);
    const promised = { ...asked, status: "accepted", chosen_option: "send_rest" } as const;
    expect(batchRow(ORDER, NOW, promised).notes[0]?.text).toBe("Send the rest by Dec 15");
  });

  test.each([
    [{ inbound_shipped_at: "2026-12-09T12:00:00Z" }, "Shipped Dec 9 (reported by you)"],
    [
      { inbound_shipped_at: "2026-12-08T12:00:00Z", inbound_delivered_at: "2026-12-09T12:00:00Z" },
      "Delivered Dec 9 (reported by you)",
    ],
    [
      {
        inbound_shipped_at: "2026-12-01T12:00:00Z",
        inbound_delivered_at: "2026-12-03T12:00:00Z",
        look_from: "2026-12-07",
      },
      "We're searching (since Dec 8)",
    ],
    [{ arrived_at: "2026-12-09T12:00:00Z", open_by: "2026-12-11" }, "We'll open it by Dec 11"],
    [{ arrived_at: "2026-12-02T12:00:00Z", open_by: "2026-12-04" }, "We're late opening it (due Dec 4)"],
    [{ cancel_requested_at: "2026-12-09T12:00:00Z" }, "Since Dec 9"],
  ])("with %j says what is known of its package", (fields, text) => {
    expect(batchRow({ ...ORDER, ...fields }, NOW).notes.map((note) => note.text)).toEqual([text]);
  });
});

describe("sample batch", () => {
  test("it names nobody, and asks for nothing", () => {
    expect(JSON.stringify(SAMPLE_BATCH)).not.toMatch(/@|user|address":"|http/);
    expect(SAMPLE_BATCH).toMatchObject({
      cancel_cents: null,
      adjustments: [],
      photos: [],
      is_received: false,
    });
  });

  /** The two codes as the label has them (components/orders/print): in inches 3.47 by 1 and 1.85 by 1.85. */
  function sampleCodes(): string {
    const bars = code128(SAMPLE_BATCH_ID);
    const qr = qrCode(SAMPLE_BATCH_ID);
    const scaled = (x: number, y: number, path: string) =>
      `  <path transform="scale(${x} ${y})" d="${path}" />\n`;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LONGEST_CODE} 300" shape-rendering="crispEdges">
  <title>The codes of ${SAMPLE_BATCH_ID}</title>
${scaled(1, 2.5, bars.path)}  <g transform="translate(0 112)">
${scaled(188 / qr.width, 188 / qr.height, qr.path)}  </g>
</svg>
`;
  }

  /** `UPDATE_SAMPLE_CODES=1 npm test -- unit carrier` writes the file instead of comparing it. */
  test("the codes on the landing page's label are those of its batch", () => {
    const file = join(process.cwd(), "public", paths.sampleCodes);
    if (process.env.UPDATE_SAMPLE_CODES === "1") writeFileSync(file, sampleCodes());
    expect(existsSync(file) ? readFileSync(file, "utf8") : "no such file").toBe(sampleCodes());
  });
});
