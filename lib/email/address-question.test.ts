import { addressAskedSchema, renderAddressQuestion } from "@/lib/email/address-question";
import { anOrder } from "@/sandbox/builders/order";

const about = {
  order: anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K" }),
  email: "jane@example.org",
  full_name: "Jane Collector",
  is_guest: false,
};
const url = "https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K";

test("names the places of both addresses, until when, and where to answer", async () => {
  const asked = addressAskedSchema.parse({
    until: "2026-11-26T10:00:00Z",
    of_order: { city: "Austin", postal_code: "78701" },
    of_profile: { city: "Reno", postal_code: null },
    differing: ["city", "postal_code"],
  });
  const { subject, text, html } = await renderAddressQuestion(about, asked, url);
  expect(subject).toBe("Where do your cards go? (BATCH-MGX2K9QW-7F3K)");
  for (const words of [
    "Austin, 78701",
    "Reno",
    "What differs: City, postal code",
    "Please answer by: Nov 26, 2026, 10:00 AM UTC",
  ])
    expect(text).toContain(words);
  expect(html).toContain("batch=BATCH-MGX2K9QW-7F3K");
});

test("a place that is not known says so", async () => {
  const nowhere = { city: null, postal_code: null };
  const asked = { until: "2026-11-26T10:00:00Z", of_order: nowhere, of_profile: nowhere, differing: [] };
  expect((await renderAddressQuestion(about, asked, url)).text).toContain("Not known");
});

test.each([
  [["address_line1"], "Street"],
  [["address_line1", "address_line2"], "Street"],
  [["full_name", "address_line2"], "Name, street"],
])("two addresses of one place, which differ in %j, are told apart by that", async (differing, words) => {
  const place = { city: "Columbus", postal_code: "43004" };
  const until = "2026-11-26T10:00:00Z";
  const asked = addressAskedSchema.parse({ until, of_order: place, of_profile: place, differing });
  expect((await renderAddressQuestion(about, asked, url)).text).toContain(`What differs: ${words}\n`);
});
