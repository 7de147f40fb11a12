import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { code128, LONGEST_CODE, qrCode } from "@/lib/base/barcode";
import { readGraderLookup } from "@/lib/base/grader-lookup";
import { paths } from "@/lib/base/paths";
import { graderLine, graderLookupUrl } from "@/lib/orders/tracking/grader-line";
import {
  proposalAccessArguments,
  proposalAccessOf,
  returnPathOf,
} from "@/lib/orders/tracking/proposal-access";
import { SAMPLE_BATCH, SAMPLE_BATCH_ID } from "@/lib/orders/tracking/sample-batch";
import { findBatchSchema, problemSchema } from "@/lib/orders/tracking/schema";
import {
  findLimits,
  trackingHashOf,
  trackingToken,
  trackingTokenHash,
  visibleTrackingLink,
} from "@/lib/orders/tracking/tracking-link";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("proposal access", () => {
  test("returns to the tracking page or the dashboard after paying", () => {
    const batchPath = "/dashboard?batch=BATCH-1";
    expect(returnPathOf("a", { trackPath: "/track/t", batchPath })).toBe("/track/t?paid=a");
    expect(returnPathOf("a", { trackPath: null, batchPath })).toBe("/dashboard?batch=BATCH-1&paid=a");
  });

  test("passes a tracking link's token to SQL as its hash", () => {
    const caller = { userId: "u", guestKey: null, email: "jane@example.org" };
    expect(proposalAccessOf(caller, undefined)).toEqual({ userId: "u", guestKey: null, tokenHash: null });
    expect(proposalAccessArguments(proposalAccessOf({ userId: null, guestKey: "g" }, "t"))).toEqual({
      user_id: null,
      guest_key: "g",
      token_hash: trackingTokenHash("t"),
    });
  });
});

describe("find limits", () => {
  const subjects = (email: string, batch: string, address = "192.0.2.1") =>
    findLimits({ email, batch }, address).map(({ name, subject }) => `${name}:${subject}`);
  const counted = subjects("jane@example.org", "BATCH-MG0I2KQO-7F3K");

  test("counts lookups of the same batch and email together, regardless of spelling", () => {
    expect(subjects(" Jane@Example.org ", "mgoi2kq0 7f3k")).toEqual(counted);
    expect(counted.map((key) => key.split(":")[0])).toEqual([
      "find-batch-address",
      "find-batch-email",
      "find-batch",
    ]);
    expect(counted.join()).not.toContain("jane");
  });

  test("applies only the batch's limit to a request from another client address", () => {
    const elsewhere = subjects("jane@example.org", "MG0I2KQO7F3K", "192.0.2.2");
    expect(elsewhere.map((key, index) => key === counted[index])).toEqual([false, false, true]);
  });
});

describe("grader line", () => {
  const pattern = () => "https://grader.example/orders/{number}?from=us";
  const of = (submission_status: string, number: string | null = "S 1/2") =>
    graderLine({ submission_status, grading_submission_number: number }, pattern);

  test.each(["shipped", "delivered"])("returns the tracking number found at %s", (step) => {
    expect(of(step)).toEqual({
      number: "S 1/2",
      url: "https://grader.example/orders/S%201%2F2?from=us",
    });
  });

  test.each(["processing", "unheard of"])("finds no tracking number at %s", (step) => {
    expect(of(step)).toBeNull();
  });

  test("returns nothing without a tracking number, and no link without a tracking page", () => {
    expect(of("grading", null)).toBeNull();
    const order = { submission_status: "grading", grading_submission_number: "12" };
    expect(graderLine(order, () => undefined)).toEqual({ number: "12", url: null });
  });

  test("escapes a tracking number in its URL", () => {
    const line = of("grading", '"><script>{number}//evil \ud800');
    expect(line?.url).toBe(
      "https://grader.example/orders/%22%3E%3Cscript%3E%7Bnumber%7D%2F%2Fevil%20%EF%BF%BD?from=us",
    );
  });
});

describe("grader lookup", () => {
  const URL = "https://psa.example/orders/{number}";
  const byName = `PSA=${URL}; Beckett  Grading=https://bgs.example/{number}`;

  test.each([
    [byName, "PSA", URL],
    [byName, "Beckett Grading", "https://bgs.example/{number}"],
    [byName, "SGC", undefined],
    [URL, null, undefined],
  ])("of %s returns the URL of %j", (setting, grader, url) => {
    expect(graderLookupUrl(readGraderLookup(setting) ?? undefined, grader, "PSA, Beckett Grading, SGC")).toBe(
      url,
    );
  });

  test("omits the name from the URL when there is only one grader", () => {
    expect(graderLookupUrl(readGraderLookup(URL) ?? undefined, null, "PSA")).toBe(URL);
  });
});

describe("find-batch schema", () => {
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
    [{ batch: " batch mgx2k9qw 7f3k " }, []],
    [{ batch: "ORDER-3F2A9C1E" }, []],
    [{ email: "" }, ["email: Please enter the email you paid with."]],
    [{ email: "jane" }, [EMAIL]],
    [{ email: `${"j".repeat(250)}@e.org` }, [EMAIL]],
    [{ batch: "   " }, ["batch: Please enter the batch ID."]],
    [{ batch: "MGX2K9QW" }, [BATCH]],
    [{ batch: "-".repeat(65) }, [BATCH, BATCH]],
  ])("validates the find-batch form with %j", (fields, problems) =>
    expect(problemsOf(fields)).toEqual(problems),
  );
});

describe("tracking link", () => {
  setTestSettings();
  const ORDER = "00000000-0000-4000-8000-000000000001";
  const OTHER = "00000000-0000-4000-8000-000000000002";

  test("derives one token per order and generation, and hashes it", () => {
    const token = trackingToken(ORDER, 1);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(trackingToken(ORDER, 1)).toBe(token);
    expect(new Set([token, trackingToken(ORDER, 2), trackingToken(OTHER, 1)]).size).toBe(3);
    expect(trackingTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(trackingHashOf(ORDER, 1)).toBe(trackingTokenHash(token));
  });

  const link = { order_id: ORDER, generation: 3, token_hash: trackingHashOf(ORDER, 3), is_active: true };

  test("returns the path of an active link", () => {
    expect(visibleTrackingLink(link)).toEqual({ generation: 3, path: `/track/${trackingToken(ORDER, 3)}` });
  });

  test.each([
    ["a link that was turned off", { ...link, is_active: false }, 3],
    ["a link made with a former secret", { ...link, token_hash: trackingHashOf(ORDER, 2) }, 3],
    ["a missing link", null, 0],
  ])("returns no path for %s", (_, ended, generation) => {
    expect(visibleTrackingLink(ended)).toEqual({ generation, path: null });
  });
});

describe("sample batch", () => {
  test("contains no personal data and no decision for the customer", () => {
    expect(JSON.stringify(SAMPLE_BATCH)).not.toMatch(/@|user|address":"|http/);
    expect(SAMPLE_BATCH).toMatchObject({
      cancel_cents: null,
      adjustments: [],
      photos: [],
      is_received: false,
    });
  });

  /** The label's two codes, 3.47 by 1 inches and 1.85 by 1.85 inches. */
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

  /** `UPDATE_SAMPLE_CODES=1 npm test -- unit tracking/tracking` writes the file instead of comparing it. */
  test("matches the codes on the landing page's label", () => {
    const file = join(process.cwd(), "public", paths.sampleCodes);
    if (process.env.UPDATE_SAMPLE_CODES === "1") writeFileSync(file, sampleCodes());
    expect(existsSync(file) ? readFileSync(file, "utf8") : "no such file").toBe(sampleCodes());
  });
});

describe("problem schema", () => {
  test.each([
    [{}, true],
    // Surrounding spaces don't count toward the length.
    [{ words: `   ${"x".repeat(9)}   ` }, false],
    [{ words: "x".repeat(2001) }, false],
    [{ token: "t".repeat(42) }, false],
    [{ token: `${"t".repeat(42)}!` }, false],
  ])("validates a problem report with %j: %s", (changed, expected) => {
    expect(problemSchema.safeParse({ words: "A slab is cracked.", ...changed }).success).toBe(expected);
  });
});
