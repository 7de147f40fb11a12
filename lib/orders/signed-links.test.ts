import { claimsFrom } from "@/lib/orders/claim-offer";
import { readClaimLink, readUnclaimLink, signClaimLink, signUnclaimLink } from "@/lib/orders/signed-links";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("claim link", () => {
  setTestSettings();
  const NOW = Date.parse("2026-11-28T00:00:00Z");
  const DAY = 86_400_000;
  const CLAIM = { orderId: "00000000-0000-4000-8000-000000000001", timesLinked: 0 };
  const USER = "00000000-0000-4000-8000-000000000002";

  test("reads the order of a claim link for thirty days", () => {
    const link = signClaimLink(CLAIM, NOW);
    expect(readClaimLink(link, NOW + 30 * DAY - 1)).toEqual(CLAIM);
    expect(readClaimLink(link, NOW + 30 * DAY)).toBeNull();
  });

  test("reads the order and account of an unclaim link", () => {
    const link = signUnclaimLink(CLAIM, USER, NOW);
    expect(readUnclaimLink(link, NOW)).toEqual({ ...CLAIM, userId: USER });
  });

  test.each([
    ["nothing", () => undefined],
    ["a link for another purpose", () => signUnclaimLink(CLAIM, USER, NOW)],
    ["a link that names another order", (link: string) => link.replace("000001.", "000009.")],
    ["a link for a later transfer", (link: string) => link.replace(".0.", ".1.")],
    ["a longer life", (link: string) => link.replace(/\.(\d{10})\./, (_, end) => `.${Number(end) + 1}.`)],
    ["a cut signature", (link: string) => link.slice(0, -1)],
  ])("claims nothing with %s", (_, forge) => {
    expect(readClaimLink(forge(signClaimLink(CLAIM, NOW)), NOW)).toBeNull();
  });
});

describe("claim offer", () => {
  const order = {
    id: "1",
    batch_id: "BATCH-1",
    num_cards: 12,
    guest_email: "casey@example.com",
    has_link: false,
    is_own: false,
  };
  const offer = {
    orderId: "1",
    batchId: "BATCH-1",
    cards: "12 cards",
    email: "c•••@e•••.com",
    link: null,
    isOwn: false,
  };

  test.each([
    [
      "in the browser that paid",
      undefined,
      { own_batch: null, orders: [order] },
      { offers: [offer], ownBatch: null, isLinkRefused: false },
    ],
    [
      "with a link that works",
      "link",
      { own_batch: null, orders: [{ ...order, has_link: true }] },
      { offers: [{ ...offer, link: "link" }], ownBatch: null, isLinkRefused: false },
    ],
    [
      "with a used link",
      "link",
      { own_batch: null, orders: [] },
      { offers: [], ownBatch: null, isLinkRefused: true },
    ],
  ])("returns the offered batches %s", (_, link, found, claims) => {
    expect(claimsFrom(found, link)).toEqual(claims);
  });
});
