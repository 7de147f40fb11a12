import { phoneHref } from "@/lib/base/phone";

test.each([
  ["+1 503 555 0100", "tel:+15035550100"],
  ["(503) 555-0100", "tel:5035550100"],
  ["503.555.0100 x12", "tel:5035550100;ext=12"],
  ["503/555-0100 #7", "tel:5035550100;ext=7"],
])("%s is called by %s", (phone, href) => {
  expect(phoneHref(phone)).toBe(href);
});
