import { claimsFrom } from "@/lib/orders/claims/claim-offer";

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
    "without a link",
    undefined,
    { own_batch: null, orders: [] },
    { offers: [], ownBatch: null, isLinkRefused: false },
  ],
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
  [
    "with a used link in the browser that paid",
    "link",
    { own_batch: null, orders: [order] },
    { offers: [offer], ownBatch: null, isLinkRefused: true },
  ],
  [
    "with a link to a batch of this account",
    "link",
    { own_batch: "BATCH-1", orders: [] },
    { offers: [], ownBatch: "BATCH-1", isLinkRefused: false },
  ],
])("%s", (_, link, found, claims) => {
  expect(claimsFrom(found, link)).toEqual(claims);
});
