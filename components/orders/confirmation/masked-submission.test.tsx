/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { MaskedSubmission } from "@/components/orders/confirmation/masked-submission";
import { confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { anOrder } from "@/sandbox/builders/order";

test.each([
  ["jane@example.com", "because this browser is not the one that paid. Its owner sees them after"],
  [null, "because no name and no address are kept with it."],
])("a paid batch of %j says why its details are hidden", (guest_email, words) => {
  const order = { ...anOrder({ user_email: null, guest_email }), guest_key: null };
  const shown = confirmedOrder(order, { userId: null, guestKey: null });
  render(<MaskedSubmission order={shown} isSignedIn={false} isCanceled={false} />);
  expect(screen.getByText(/personal details are hidden/).textContent).toContain(words);
});
