import { PENDING_PAYG_COOKIE, pendingPaygCookie } from "@/lib/orders/checkout/pending-payg-cookie";

test("lives as long as a payment page, for /submit alone, and ends at once", () => {
  expect(pendingPaygCookie(true, true)).toBe(
    "pending_payg=1; Path=/submit; Max-Age=1860; SameSite=Lax; Secure",
  );
  expect(pendingPaygCookie(false, true)).toContain("Max-Age=0;");
  expect(pendingPaygCookie(true, true)).toMatch(new RegExp(`^${PENDING_PAYG_COOKIE}=`));
});

test("the cookie is for https only where the page is", () => {
  expect(pendingPaygCookie(true, false)).toBe("pending_payg=1; Path=/submit; Max-Age=1860; SameSite=Lax");
});
