/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ProblemForm } from "@/components/orders/homeward/problem-form";
import { site } from "@/lib/base/site";

test("who says what is wrong reads where photographs go; too few words are asked for again", async () => {
  const sent: string[] = [];
  render(<ProblemForm isBusy={false} onSend={(words) => sent.push(words)} />);
  const field = screen.getByLabelText("What is wrong?", { exact: false });
  const hint = document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
  expect(hint).toContain(`Send photographs to ${site.contactEmail}, with the batch ID.`);
  expect(field.closest("form")?.dataset.unsaved).toBeUndefined();
  await userEvent.type(field, "Cracked");
  expect(field.closest("form")?.dataset.unsaved).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toEqual([]);
  await userEvent.type(field, " at its corner");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toEqual(["Cracked at its corner"]);
});
