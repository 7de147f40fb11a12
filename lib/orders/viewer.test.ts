import { ownsOrder } from "@/lib/orders/viewer";

const nobody = { userId: null, guestKey: null };

describe("ownsOrder", () => {
  test.each([
    ["the account of the order", { user_id: "u1", guest_key: null }, { userId: "u1", guestKey: null }, true],
    ["another account", { user_id: "u1", guest_key: null }, { userId: "u2", guestKey: null }, false],
    ["nobody", { user_id: "u1", guest_key: null }, nobody, false],
    ["the guest's browser", { user_id: null, guest_key: "k1" }, { userId: null, guestKey: "k1" }, true],
    [
      "the guest's browser, now signed in",
      { user_id: null, guest_key: "k1" },
      { userId: "u1", guestKey: "k1" },
      true,
    ],
    ["another browser", { user_id: null, guest_key: "k1" }, { userId: null, guestKey: "k2" }, false],
    [
      "the guest's browser after an account took the order",
      { user_id: "u1", guest_key: "k1" },
      { userId: null, guestKey: "k1" },
      false,
    ],
    ["an imported order without an owner", { user_id: null, guest_key: null }, nobody, false],
  ] as const)("%s", (_, order, viewer, owned) => {
    expect(ownsOrder({ ...order, owner_has_app: false }, viewer)).toBe(owned);
  });

  test("the account of the order, which has an authenticator app, after its code alone", () => {
    const order = { user_id: "u1", guest_key: null, owner_has_app: true };
    const viewer = { userId: "u1", guestKey: null };
    expect(ownsOrder(order, viewer)).toBe(false);
    expect(ownsOrder(order, { ...viewer, hasUsedApp: false })).toBe(false);
    expect(ownsOrder(order, { ...viewer, hasUsedApp: true })).toBe(true);
  });
});
