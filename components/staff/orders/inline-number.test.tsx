/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { InlineNumber } from "@/components/staff/orders/inline-number";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();
const seen: (string | null)[] = [];
beforeAll(() => {
  Object.assign(Element.prototype, {
    scrollIntoView(this: Element) {
      seen.push(this.textContent);
    },
  });
});

test("why a number was not saved is brought into view: the toast lies over the lower rows", async () => {
  const order = { id: "1", version: 4, name: "BATCH-1" };
  render(<InlineNumber order={order} field="tracking_number" value={null} none="—" isBeside={false} />);
  fireEvent.click(screen.getByLabelText("Edit the tracking number of BATCH-1"));
  const field = screen.getByLabelText("New tracking number of BATCH-1");
  fireEvent.change(field, { target: { value: "BATCH-1" } });
  endpoint.answer({ status: 400, body: { error: "This is a batch ID." } });
  fireEvent.keyDown(field, { key: "Enter" });
  await screen.findByRole("alert");
  expect(seen).toEqual([expect.stringContaining("This is a batch ID.")]);
});
