import { darkRules, paint } from "@/lib/email/layout/paint";

test("an element is painted light inline, for every mail program, and named for the dark", () => {
  expect(paint(["sheet", "edge", "ink"], { padding: 8 })).toEqual({
    className: "p-sheet p-edge p-ink",
    style: { padding: 8, backgroundColor: "#ffffff", borderColor: "#dddcd9", color: "#1c1b16" },
  });
  expect(paint([])).toEqual({ className: "", style: {} });
});

test("a colour's role wins over a colour that was written beside it", () => {
  expect(paint(["ink"], { color: "red" }).style).toEqual({ color: "#1c1b16" });
});

test("each role turns dark where the person's setting asks for it", () => {
  const rules = darkRules();
  expect(rules).toMatch(/^@media \(prefers-color-scheme:dark\)\{\.p-page\{.*\}\}$/);
  expect(rules).toContain(".p-sheet{background-color:#16171a !important}.p-sunken{");
  expect(rules).toContain(".p-edge{border-color:#2c2e32 !important}.p-ink{color:#ebedef !important}");
  expect(rules.match(/!important\}/g)).toHaveLength(12);
});
