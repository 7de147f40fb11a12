import { randomUUID } from "node:crypto";
import { deskHref, readDeskPlace } from "@/lib/staff/desk/desk-place";

const place = { package: randomUUID(), order: randomUUID() };

test("where the lists begin is read as it was written", () => {
  const href = deskHref(place);
  expect(href).toBe(`/admin/receive?packages_after=${place.package}&asides_after=${place.order}`);
  expect(readDeskPlace(Object.fromEntries(new URL(href, "https://x.example").searchParams))).toEqual(place);
  expect(deskHref({})).toBe("/admin/receive");
});

test("of a repeated place the first counts, and nonsense is none", () => {
  expect(readDeskPlace({ packages_after: [place.package, "x"], asides_after: "1'; --" })).toEqual({
    package: place.package,
  });
});
