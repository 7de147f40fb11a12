import { confirmationPath } from "@/lib/base/confirmation-path";
import { paths, withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";

test.each([
  [{}, "/login"],
  [{ next: undefined }, "/login"],
  [{ next: "/submit?a=1&b=2" }, "/login?next=%2Fsubmit%3Fa%3D1%26b%3D2"],
  [{ next: undefined, plan: "free" }, "/login?plan=free"],
  [{ next: "", plan: "pro" }, "/login?next=&plan=pro"],
])("/login with %p is %s", (query, path) => {
  expect(withQuery(paths.login, query)).toBe(path);
});

test.each([
  [true, "/submission-confirmation?batch_id=BATCH-ABCDEFGH-2345&mode=payg&session_id=cs_test_1"],
  [false, "/submission-confirmation?batch_id=BATCH-ABCDEFGH-2345&session_id=cs_test_1"],
])("a payment (pay-as-you-go: %s) is confirmed at %s", (isPayg, path) => {
  expect(confirmationPath({ sessionId: "cs_test_1", batchId: "BATCH-ABCDEFGH-2345", isPayg })).toBe(path);
});

test("a path with something of an order in it names just that", () => {
  expect([paths.label("o1"), paths.slip("o1"), staffPaths.order("o1"), paths.track("t1")]).toEqual([
    "/orders/o1/label",
    "/orders/o1/slip",
    "/admin/order/o1",
    "/track/t1",
  ]);
  expect(paths.batch("BATCH-A&B")).toBe("/dashboard?batch=BATCH-A%26B");
});
