/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

test.each([
  ["danger", "The money goes back."],
  ["primary", undefined],
] as const)("what a yes of the kind %s does is read out with the question: %s", (variant, words) => {
  render(
    <ConfirmDialog title="Sure?" isOpen={false} onCancel={() => {}} confirm={{ variant, children: "Yes" }}>
      The money goes back.
    </ConfirmDialog>,
  );
  const dialog = screen.getByRole("dialog", { hidden: true });
  const id = dialog.getAttribute("aria-describedby");
  expect(id === null ? undefined : document.getElementById(id)?.textContent).toBe(words);
});
