import { readPickedOrders } from "@/lib/staff/orders/list-query";
import { MAX_PICKED_EXPORT, pickedExportHref } from "@/lib/staff/orders/picked-export";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

test("a file names its orders, and its address is one that every proxy takes", () => {
  const ids = Array.from({ length: MAX_PICKED_EXPORT }, (_, n) => id(n));
  const href = pickedExportHref(ids);
  expect(readPickedOrders(new URL(href, "http://x.test").searchParams.get("orders") ?? undefined)).toEqual(
    ids,
  );
  expect(href.length).toBeLessThan(8_000);
});
