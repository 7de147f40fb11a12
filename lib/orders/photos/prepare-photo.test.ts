import sharp from "sharp";
import { getPhotoFile } from "@/lib/orders/photos/data";
import { maxPixels, preparePhoto } from "@/lib/orders/photos/prepare-photo";
import { hasReceipt, type ReceivedBatch, receiptFacts } from "@/lib/orders/photos/receipt";
import { anOrder } from "@/sandbox/builders/order";
import { aHeicFile, aPhotoFile, aPngFile, withSamsungScan } from "@/sandbox/builders/photo-files";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("prepare photo", () => {
  const cutBy = (file: Buffer, part: number) => file.subarray(0, file.length * (1 - part));
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

  test("stores a photo upright, in two sizes, without metadata", async () => {
    const file = await aPhotoFile();
    expect(file.includes("GPS") || file.includes("secret owner")).toBe(true);
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, width: 1200 });
    const { full, small } = await preparePhoto(file);
    for (const [kept, width, height] of [
      [full, 900, 1200],
      [small, 240, 320],
    ] as const) {
      const about = await sharp(kept).metadata();
      expect(about).toMatchObject({ format: "jpeg", width, height });
      const { exif, xmp, iptc, orientation } = about;
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      for (const word of ["GPS", "Exif", "secret owner"]) expect(kept.includes(word)).toBe(false);
    }
  });

  test("shrinks a large photo to 2,048 pixels and keeps a small one", async () => {
    const of = (width: number) =>
      sharp({ create: { width, height: 100, channels: 3, background: "#fff" } })
        .jpeg()
        .toBuffer();
    const widthOf = async (width: number) =>
      (await sharp((await preparePhoto(await of(width))).full).metadata()).width;
    expect([await widthOf(5000), await widthOf(200)]).toEqual([2048, 200]);
  });

  test.each(["png", "webp"] as const)("converts %s to JPEG", async (format) => {
    const background = { r: 1, g: 2, b: 3, alpha: 0 };
    const picture = sharp({ create: { width: 50, height: 40, channels: 4, background } });
    const { full } = await preparePhoto(await picture.toFormat(format).toBuffer());
    expect(await sharp(full).metadata()).toMatchObject({ format: "jpeg", width: 50, hasAlpha: false });
  });

  test("accepts a JPEG with the invalid scan header of Samsung phones", async () => {
    const file = withSamsungScan(await aPhotoFile());
    const strict = sharp(file, { failOn: "warning" }).toBuffer();
    await expect(strict).rejects.toThrow("Invalid SOS parameters for sequential JPEG");
    expect(await sharp((await preparePhoto(file)).full).metadata()).toMatchObject({
      width: 900,
      height: 1200,
    });
  });

  test("accepts a JPEG that lacks only its end marker", async () => {
    const { full } = await preparePhoto((await aPhotoFile()).subarray(0, -2));
    expect(await sharp(full).metadata()).toMatchObject({ width: 900, height: 1200 });
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ["a script", () => Buffer.from("<script>alert(1)</script>"), "photo_unknown"],
    ["an SVG", () => Buffer.from(SVG), "photo_unknown"],
    ["nothing", () => Buffer.alloc(0), "photo_unknown"],
    ["a HEIC photograph", aHeicFile, "photo_heic"],
    ["a JPEG without its last 5%", async () => cutBy(await aPhotoFile(), 0.05), "photo_unreadable"],
    ["a JPEG without its last 3 bytes", async () => (await aPhotoFile()).subarray(0, -3), "photo_unreadable"],
    [
      "a script that begins as a JPEG",
      () => Buffer.from("\xff\xd8\xff<script>", "latin1"),
      "photo_unreadable",
    ],
    ["a PNG whose lines are missing", () => aPngFile(600, 600, 10), "photo_unreadable"],
    // The file has only ten of the rows that its header declares, so it must be refused before decoding.
    ["a PNG of 900 million pixels", () => aPngFile(30_000, 30_000, 10), "photo_too_many_pixels"],
  ])("refuses %s", async (_, file, code) => {
    await expect(preparePhoto(await file())).rejects.toMatchObject({ code });
  });
});

describe("photo format", () => {
  test("accepts a phone's largest JPEG but not a PNG of that size", () => {
    expect(maxPixels("jpeg")).toBeGreaterThan(50_300_000);
    expect(maxPixels("png")).toBeLessThan(50_300_000);
  });
});

describe("receipt", () => {
  const batch: ReceivedBatch = {
    num_cards: 12,
    arrived_at: "2026-11-20T15:00:00Z",
    received_at: "2026-11-21T15:00:00Z",
    received_count: 12,
    promised_from: "2026-12-07",
    promised_to: "2026-12-14",
    delayed_until: null,
    payment_status: "paid",
    fulfillment_status: "grading",
    package_condition: "ok",
    receiver: "Sam",
  };
  const readAt = Date.parse("2026-11-25T12:00:00Z");
  const factOf = (changes: Partial<ReceivedBatch>, name: string) =>
    receiptFacts({ ...batch, ...changes }, readAt).find(([fact]) => fact === name)?.[1];

  test("lists the facts of a complete batch", () => {
    expect(receiptFacts(batch, readAt)).toEqual([
      ["Cards paid for", "12 cards"],
      ["Cards counted", "12 cards"],
      ["Condition", "Arrived undamaged"],
      ["Arrived", "November 20, 2026"],
      ["Counted", "November 21, 2026"],
      ["Expected back", "Dec 7–14 (10–15 business days after check-in)"],
      ["Received by", "Sam"],
    ]);
  });

  test.each<[Partial<ReceivedBatch>, string, string | undefined]>([
    [{ received_count: 9 }, "Cards counted", "9 cards (3 fewer)"],
    [{ package_condition: "tampered" }, "Condition", "The package was opened in transit"],
    [{ promised_from: null, promised_to: null }, "Expected back", undefined],
    [{ delayed_until: "2026-12-21" }, "Expected back", undefined],
    [{ delayed_until: "2026-12-21" }, "New estimate", "Dec 21"],
    [{ fulfillment_status: "complete" }, "Expected back", undefined],
    [{ payment_status: "canceled" }, "Expected back", undefined],
    [{ receiver: null }, "Received by", "Our team"],
  ])("shows for a batch with %j under %s: %j", (changes, name, text) => {
    expect(factOf(changes, name)).toBe(text);
  });

  const PAID = "2026-11-01T10:01:00Z";
  test.each<[string, Parameters<typeof anOrder>[0], boolean]>([
    ["is counted", { received_count: 9 }, true],
    ["was refunded after its count", { received_count: 9, payment_status: "canceled", paid_at: PAID }, true],
    ["is not counted", { received_count: null }, false],
    ["was refunded before its count", { payment_status: "canceled", paid_at: PAID }, false],
    ["is not paid", { received_count: 9, payment_status: "unpaid" }, false],
  ])("offers a receipt only for a counted batch that was paid: it %s", (_, fields, isThere) => {
    expect(hasReceipt(anOrder(fields))).toBe(isThere);
  });
});

describe("storage", () => {
  setTestSettings();

  const download = (status: number, body: BodyInit) => {
    globalThis.fetch = async () => new Response(body, { status });
    return getPhotoFile("a", "full");
  };
  const refusal = (statusCode: string, code: string) => JSON.stringify({ statusCode, code, message: code });

  test("returns null for a file that doesn't exist", async () => {
    expect(await download(400, refusal("404", "NoSuchKey"))).toBeNull();
  });

  test.each([
    ["NoSuchBucket", 400, refusal("404", "NoSuchBucket")],
    ["a gateway's 404", 404, "<html>"],
    ["a 503", 503, ""],
  ])("reports %s as an outage, not as a missing file", async (_, status, body) => {
    await expect(download(status, body)).rejects.toMatchObject({ code: "storage_unavailable" });
  });
});
