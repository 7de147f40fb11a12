import { darkRules } from "@/lib/email/layout/paint";

test("sets a dark color for each role in dark mode", () => {
  const rules = darkRules();
  expect(rules).toMatch(/^@media \(prefers-color-scheme:dark\)\{\.p-page\{.*\}\}$/);
  expect(rules).toContain(".p-sheet{background-color:#16171a !important}.p-sunken{");
  expect(rules).toContain(".p-edge{border-color:#2c2e32 !important}.p-ink{color:#ebedef !important}");
  expect(rules.match(/!important\}/g)).toHaveLength(10);
});
