import { FactTable } from "@/lib/email/layout/fact-table";
import { plainText } from "@/lib/email/layout/plain-text";
import { renderHtml } from "@/lib/email/outbox/mail-message";

const NUMBER = "9400110200881234567890";
const render = (value: string) => renderHtml(<FactTable facts={[{ label: "Tracking number", value }]} />);

test("a long number that does not fit breaks in its middle, not before its last digit, and is read whole", async () => {
  const html = await render(NUMBER);
  expect(html).toMatch(/nowrap">94001102008<\/span><wbr\/?><span style="white-space:nowrap">81234567890</);
  expect(plainText(html)).toBe(`Tracking number: ${NUMBER}\n`);
});

test.each(["1Z999", "The carrier delivers it", "BATCH-MGX2K9QW-7F3K"])("%s stays as it is", async (value) => {
  expect(await render(value)).not.toContain("<wbr");
});

test("a batch ID keeps to one line, and a long label beside it breaks where there is no room for both", async () => {
  const batch = { label: "Batch ID", value: "BATCH-MGX2K9QW-7F3K" };
  const html = await renderHtml(
    <FactTable facts={[batch, { label: "Address of your profile", value: "Columbus, 43004" }]} />,
  );
  expect(html).toMatch(/white-space:nowrap[^>]*>BATCH-MGX2K9QW-7F3K</);
  expect(html).not.toMatch(/white-space:nowrap[^>]*>(Address of your profile|Columbus)/);
  expect(await render("Columbus, 43004")).toMatch(/white-space:nowrap[^>]*>Tracking number/);
});
