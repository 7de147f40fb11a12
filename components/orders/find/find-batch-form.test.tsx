/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FindBatchForm } from "@/components/orders/find/find-batch-form";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const endpoint = stubEndpoint();

test("of two fields that are wrong each says what is, and the first has the keyboard", async () => {
  render(<FindBatchForm />);
  const [email, batch] = [/^Email/, /^Batch ID/].map((name) => screen.getByLabelText(name));
  if (batch) await userEvent.type(batch, "last week's");
  await userEvent.click(screen.getByRole("button", { name: "Mail me the link" }));
  expect(await screen.findByText("Please enter the email address that you paid with.")).toBeTruthy();
  expect(screen.getByText(/^This is no batch ID\./)).toBeTruthy();
  expect([email, batch].map((field) => field?.getAttribute("aria-invalid"))).toEqual(["true", "true"]);
  expect(document.activeElement).toBe(email);
  expect(endpoint.calls).toEqual([]);
});
