import { confirmedOrder, maskEmail } from "@/lib/orders/confirmation/confirmation";
import { anOrder } from "@/sandbox/builders/order";

const nobody = { userId: null, guestKey: null };

test("the owner sees all of the order", () => {
  const order = anOrder({ user_id: "u1", user_email: "casey@example.com", notes: "fragile", total_paid: 50 });
  expect(confirmedOrder(order, { userId: "u1", guestKey: null })).toMatchObject({
    notes: "fragile",
    user_email: "casey@example.com",
    total_paid: 50,
    isMasked: false,
    isGuest: false,
  });
});

test("a guest's order is told apart from an account's", () => {
  const order = anOrder({ user_id: null, guest_email: "casey@example.com", total_paid: null });
  expect(confirmedOrder(order, nobody)).toMatchObject({ isGuest: true, isMasked: true, total_paid: 0 });
});

test("somebody with the link alone sees no e-mail, notes, account or receipt", () => {
  const order = anOrder({
    user_id: "u1",
    user_email: "casey@example.com",
    notes: "fragile",
    receipt_url: "https://pay.example/receipt",
  });
  const shown = confirmedOrder(order, nobody);
  expect(shown).toMatchObject({ notes: null, user_id: null, receipt_url: null, isMasked: true });
  expect(JSON.stringify(shown)).not.toMatch(/casey|example\.com|fragile|receipt"/);
});

test.each([
  ["casey@example.com", "c•••@e•••.com"],
  ["a@b.co.uk", "a•••@b•••.uk"],
  ["casey", "c•••@•••."],
  ["@example.com", "•••@e•••.com"],
  ["", null],
  [null, null],
])("%s is masked as %s", (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
