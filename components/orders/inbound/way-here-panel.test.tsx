/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { WayHerePanel } from "@/components/orders/inbound/way-here-panel";
import { apiPaths } from "@/lib/base/api-paths";
import type { WayHere } from "@/lib/orders/inbound";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const refresh = jest.fn();
const router = { refresh };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const ID = "00000000-0000-4000-8000-000000000001";
const NOON = "T12:00:00Z";
const WAITING: WayHere = {
  order_id: ID,
  paid_at: `2026-11-01${NOON}`,
  inbound_carrier: null,
  inbound_tracking: null,
  inbound_shipped_at: null,
  inbound_delivered_at: null,
  search: null,
  isMissing: false,
};
const SHIPPED: WayHere = {
  ...WAITING,
  inbound_carrier: "usps",
  inbound_tracking: "9400110200881234567890",
  inbound_shipped_at: `2026-11-03${NOON}`,
};
const DELIVERED: WayHere = { ...SHIPPED, inbound_delivered_at: `2026-11-06${NOON}` };

const endpoint = stubEndpoint();
beforeEach(() => {
  refresh.mockReset();
  endpoint.answer({ status: 200, body: {} });
});

const show = (wayHere: WayHere, token: string | null = null) =>
  render(<WayHerePanel wayHere={wayHere} token={token} level={2} />);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } });

/** What was sent to the order's endpoint, after the page has read itself anew. */
async function sent() {
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  expect(endpoint.calls.map(({ path }) => path)).toEqual([apiPaths.inbound(ID)]);
  return endpoint.calls[0]?.body;
}

test("Change begins with what was said, and sends what is corrected", async () => {
  show(SHIPPED);
  press("Change");
  expect([field("Carrier").value, field(/^Tracking number/).value, field("Shipped on").value]).toEqual([
    "usps",
    "9400110200881234567890",
    "2026-11-03",
  ]);
  type(/^Tracking number/, "1Z999AA10123456784");
  type("Carrier", "ups");
  type("Shipped on", "2026-11-04");
  press("Save");
  expect(await sent()).toEqual({
    action: "shipped",
    carrier: "ups",
    number: "1Z999AA10123456784",
    shipped_on: "2026-11-04",
  });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
});

test("a number that was cleared is sent as none", async () => {
  show(SHIPPED);
  press("Change");
  type(/^Tracking number/, "");
  press("Save");
  expect(await sent()).toMatchObject({ action: "shipped", carrier: "usps", number: "" });
});

test.each([
  ["I have not shipped it yet", SHIPPED, "not_shipped"],
  ["It was not delivered", DELIVERED, "not_delivered"],
])("%s takes back what was said last, by the page's token", async (name, wayHere, action) => {
  show(wayHere, "token");
  press(name);
  expect(await sent()).toEqual({ action, token: "token" });
});

test("of a package that is said to be delivered it says who looks for it", () => {
  show({ ...DELIVERED, search: "If it is not checked in by Nov 10, our team looks for it." });
  expect(screen.getByRole("status").textContent).toContain("by Nov 10, our team looks for it.");
});

test("a carrier that has no name of its own reads as in the form", () => {
  show({ ...SHIPPED, inbound_carrier: "other" });
  expect(screen.getByRole("status").textContent).toContain("CarrierOther");
});

test("of a delivered package the day of delivery is changed", async () => {
  show(DELIVERED);
  expect(screen.queryByRole("button", { name: "It was delivered" })).toBeNull();
  press("Change");
  expect(field("Delivered on").value).toBe("2026-11-06");
  type("Delivered on", "2026-11-05");
  press("Save");
  expect(await sent()).toEqual({ action: "delivered", delivered_on: "2026-11-05" });
});

test("Cancel sends nothing, and the next Change begins with what was said", () => {
  show(SHIPPED);
  press("Change");
  type(/^Tracking number/, "1Z999AA10123456784");
  press("Cancel");
  press("Change");
  expect(field(/^Tracking number/).value).toBe("9400110200881234567890");
  expect(endpoint.calls).toEqual([]);
});

test("a form is left only after a question once something in it was changed", () => {
  show(SHIPPED);
  press("Change");
  const form = () => field("Carrier").form;
  expect(form()?.dataset.unsaved).toBeUndefined();
  type(/^Tracking number/, "1Z");
  expect(form()?.dataset.unsaved).toBe("");
  press("Cancel");
  press("Change");
  expect(form()?.dataset.unsaved).toBeUndefined();
});

test("the first field has the keyboard, Cancel gives it back, and Save leaves it at the package", async () => {
  show(SHIPPED);
  for (const [name, first] of [
    ["It was delivered", "Delivered on"],
    ["Change", "Carrier"],
  ] as const) {
    press(name);
    expect(document.activeElement).toBe(field(first));
    press("Cancel");
    expect(document.activeElement?.textContent).toBe(name);
  }
  press("Change");
  press("Save");
  await sent();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Your package to us"));
});

describe("once nothing is said to be shipped any more, the keyboard goes on", () => {
  const canceling = (
    <h2 tabIndex={-1} data-cancellation="">
      Cancel this batch
    </h2>
  );
  const page = (wayHere: WayHere | null) => (
    <>
      {wayHere ? <WayHerePanel wayHere={wayHere} token={null} level={2} /> : null}
      {canceling}
    </>
  );

  test.each([
    ["at the package", WAITING, "Your package to us"],
    ["where it is canceled, of a batch that is to be", null, "Cancel this batch"],
  ])("%s", async (_, next, heading) => {
    const { rerender } = render(page({ ...SHIPPED }));
    screen.getByRole("button", { name: "I have not shipped it yet" }).focus();
    press("I have not shipped it yet");
    await sent();
    rerender(page(next));
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
    expect(document.activeElement?.textContent).toBe(heading);
  });
});

test("a missing carrier is said at its field, and nothing is sent", () => {
  show(WAITING);
  press("I have shipped it");
  press("Save");
  expect(screen.getByText("Please choose the carrier.")).toBeTruthy();
  expect(endpoint.calls).toEqual([]);
});

test("what is refused says why, and leaves the form as it was", async () => {
  endpoint.answer({ status: 409, body: { error: "This package is here already." } });
  show(SHIPPED);
  press("Change");
  type(/^Tracking number/, "1Z999AA10123456784");
  press("Save");
  expect(await screen.findByText("This package is here already.")).toBeTruthy();
  expect(field(/^Tracking number/).value).toBe("1Z999AA10123456784");
  expect(refresh).not.toHaveBeenCalled();
});
