/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { MailChoiceForm } from "@/components/account/notices/mail-choice-form";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const endpoint = stubEndpoint();
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save notifications" });
const isAtRest = () => button().getAttribute("aria-disabled") === "true";
const choose = (name: RegExp) => fireEvent.click(screen.getByRole("radio", { name }));

test("another choice than the saved one can be saved, and what failed can be tried again", async () => {
  render(<MailChoiceForm path="/api/profile/mails" level="all" />);
  expect(isAtRest()).toBe(true);
  fireEvent.click(button());
  fireEvent.submit(screen.getByRole("form"));
  choose(/^Milestones only/);
  expect(isAtRest()).toBe(false);
  choose(/^Everything/);
  expect(isAtRest()).toBe(true);

  choose(/^Essential only/);
  fireEvent.click(button());
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(isAtRest()).toBe(false);
  endpoint.answer({ status: 200, body: { level: "needs_me" } });
  fireEvent.click(button());
  expect((await screen.findByRole("status")).textContent).toBe("Saved: Essential only.");
  expect(isAtRest()).toBe(true);
  // The keyboard stays where it is.
  expect(button().disabled).toBe(false);
  expect(endpoint.calls.map(({ body }) => body)).toEqual([{ level: "needs_me" }, { level: "needs_me" }]);
});

test("a choice that was made before the script came can be saved", () => {
  const form = <MailChoiceForm path="/api/profile/mails" level="all" />;
  const container = serverRendered(form);
  choose(/^Milestones only/);
  expect(button().disabled).toBe(true);
  render(form, { container, hydrate: true });
  expect(button().disabled).toBe(false);
  expect(isAtRest()).toBe(false);
});
