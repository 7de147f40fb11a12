/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PasswordField } from "@/components/ui/password-field";

const field = () => screen.getByLabelText<HTMLInputElement>("Password");
const toggle = () => screen.getByRole("button", { name: /what you typed$/ });

test("what was typed is shown by a press, hidden by the next one, and hidden when the form is sent", async () => {
  const user = userEvent.setup();
  const sent: string[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(String(new FormData(event.currentTarget).get("password")));
      }}
    >
      <PasswordField label="Password" name="password" autoComplete="current-password" />
    </form>,
  );
  await user.type(field(), "secret");
  expect(field().type).toBe("password");
  await user.click(toggle());
  expect(toggle().textContent).toBe("Hide what you typed");
  expect([field().type, field().value]).toEqual(["text", "secret"]);
  // No browser sends a shown password to a speller, or writes it with a capital.
  const attributes = ["spellcheck", "autocapitalize", "autocorrect"].map((name) =>
    field().getAttribute(name),
  );
  expect(attributes).toEqual(["false", "none", "off"]);
  await user.click(toggle());
  expect(field().type).toBe("password");
  await user.click(toggle());
  await user.type(field(), "{Enter}");
  expect(field().type).toBe("password");
  expect(sent).toEqual(["secret"]);
});

test("what is wrong is said at the field, and pointed at", () => {
  render(<PasswordField label="Password" error="Please fill this in." />);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(field().getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Please fill this in.");
});
