/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import { LeftCheckout } from "@/components/membership/left-checkout";

test("that a checkout was left is told once: a reload and the history do not meet it again", async () => {
  history.replaceState(null, "", "/portal/profile?left=starter");
  render(<LeftCheckout plan="starter" />);
  expect(screen.getByText("You left the checkout of Casual Collector")).toBeTruthy();
  await waitFor(() => expect(location.search).toBe(""));
  expect(screen.getByText(/Nothing was charged/)).toBeTruthy();
});
