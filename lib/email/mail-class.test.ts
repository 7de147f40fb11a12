import { readFileSync } from "node:fs";
import { isMailKind, mailClasses } from "@/lib/email/mail-class";

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
