/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { PackageList } from "@/components/staff/desk/package-list";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import type { PackageChange } from "@/lib/staff/desk/receiving-desk";
import { aPackage } from "@/sandbox/builders/desk";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
const inbound_elsewhere = { id: "order-1", batch_id: "BATCH-BBBBBBBB-BBBB", is_same_owner: false };
const pack = aPackage({ id: "package-1", sender: "Jnae", notes: "wet", version: 3, inbound_elsewhere });
const change: PackageChange = {
  id: "change-1",
  kind: "delete",
  sender: "Sam",
  tracking_number: null,
  actor_email: "staff1@slabrelay.test",
  created_at: "2026-08-20T12:00:00+00:00",
};
const onMatch = jest.fn();

withoutLayout();
withDialogs();
beforeEach(() => {
  onMatch.mockClear();
});

const show = (packages = [pack], oldestHref: string | null = null) =>
  render(<PackageList packages={packages} changes={[change]} oldestHref={oldestHref} onMatch={onMatch} />);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a package is corrected over the version that was shown, and the dialog closes", async () => {
  show();
  press("Edit the package of Jnae");
  const dialog = screen.getByRole("dialog", { name: "Correct the package" });
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe("wet");
  fireEvent.change(screen.getByLabelText(/^Sender/), { target: { value: "Jane" } });
  endpoint.answer({ status: 200, body: {} });
  press("Save package");
  await waitFor(() => expect((dialog as HTMLDialogElement).open).toBe(false));
  expect(endpoint.calls).toEqual([
    { path: staffApiPaths.package("package-1"), body: { sender: "Jane", notes: "wet", version: 3 } },
  ]);
});

test("who was slower sees what the other one noted, and the next press is over it", async () => {
  show();
  press("Edit the package of Jnae");
  const newer = { ...pack, sender: "June", shelf_location: "C-4", version: 4 };
  endpoint.answer({ status: 409, body: { code: "package_changed", error: "Changed.", package: newer } });
  press("Save package");
  await screen.findByText("June, C-4, wet");
  endpoint.answer({ status: 200, body: {} });
  press("Save package");
  await waitFor(() => expect(screen.queryByText("June, C-4, wet")).toBeNull());
  expect(endpoint.calls.map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
});

test.each([
  ["Delete the package of Jnae", staffApiPaths.package("package-1"), { version: 3 }],
  ["Undo: Deleted the package of Sam", staffApiPaths.undoPackage("change-1"), {}],
])("%s is one press; a refusal stands beside it", async (name, path, body) => {
  show();
  endpoint.answer({ status: 409, body: { code: "package_changed", error: "Somebody was faster." } });
  press(name);
  await screen.findByText("Somebody was faster.");
  expect(endpoint.calls).toEqual([{ path, body }]);
});

test("a package whose number a batch has names it", () => {
  show();
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "BATCH-BBBBBBBB-BBBB" });
  expect(link.getAttribute("href")).toBe(staffPaths.order("order-1"));
});

test("a package is matched where the desk searches", () => {
  show();
  press("Match the package of Jnae");
  expect(onMatch).toHaveBeenCalledWith(pack);
});

test("where none is left every package has its batch; on a later page alone it leads back to the oldest", () => {
  const { rerender } = show([]);
  expect(screen.getByText("None. Every package has its batch.")).toBeTruthy();
  rerender(<PackageList packages={[]} changes={[]} oldestHref="/admin/receive" onMatch={onMatch} />);
  expect(screen.queryByText(/Every package has its batch/)).toBeNull();
  expect(screen.getByRole("link", { name: "Back to the oldest" }).getAttribute("href")).toBe(
    "/admin/receive",
  );
});
