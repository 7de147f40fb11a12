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
