/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CopyButton } from "@/components/ui/copy-button";
import { PasswordField } from "@/components/ui/password-field";
import { Time } from "@/components/ui/time";
import { showToast, Toaster } from "@/components/ui/toast";
import { serverRendered } from "@/sandbox/builders/server-rendered";

describe("copy button", () => {
  const copied: string[] = [];
  let isRefused = false;

  beforeEach(() => {
    copied.length = 0;
    isRefused = false;
    jest.useFakeTimers();
    const writeText = async (text: string) => {
      if (isRefused) throw new Error("not allowed");
      copied.push(text);
    };
    // Another test may have defined a clipboard with only a getter.
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  });
  afterEach(() => jest.useRealTimers());

  test.each([
    ["Copied", false, ["BATCH-ABCDEF-2345"]],
    ["Couldn't copy", true, []],
  ])("shows '%s' for two seconds after a click", async (said, refused, expected) => {
    isRefused = refused;
    render(<CopyButton text="BATCH-ABCDEF-2345" label="Copy batch ID" />);
    await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy batch ID" })));
    expect(copied).toEqual(expected);
    act(() => jest.advanceTimersByTime(1_999));
    expect(screen.getByRole("button").textContent).toBe(said);
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByRole("button").textContent).toBe("Copy batch ID");
  });
});

describe("local time", () => {
  // The tests' time zone is 14 hours ahead of UTC.
  const AT = "2020-11-01T10:00:00Z";

  test.each([
    ["local-date", "Nov 1, 2020", "Nov 2, 2020"],
    ["local", "Nov 1, 2020, 10:00 AM UTC", "Nov 2, 2020, 12:00 AM"],
  ] as const)(
    "shows %s times in UTC until hydration, then in the viewer's time zone",
    (show, ofServer, ofViewer) => {
      const faults = jest.spyOn(console, "error").mockImplementation(() => {});
      const page = <Time at={AT} show={show} />;
      const container = serverRendered(page);
      const read = () => (container.textContent ?? "").replaceAll("\u202f", " ");
      expect(read()).toBe(ofServer);
      render(page, { container, hydrate: true });
      expect(read()).toBe(ofViewer);
      expect(screen.getByText(ofViewer, { collapseWhitespace: true }).getAttribute("datetime")).toBe(AT);
      expect(faults).not.toHaveBeenCalled();
      container.remove();
    },
  );
});

describe("password field", () => {
  const field = () => screen.getByLabelText<HTMLInputElement>("Password");
  const toggle = () => screen.getByRole("button", { name: /^(Show|Hide) password$/ });

  test("toggles the password's visibility with the button and hides it on submit", async () => {
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
    expect(toggle().textContent).toBe("Hide password");
    expect([field().type, field().value]).toEqual(["text", "secret"]);
    await user.click(toggle());
    expect(field().type).toBe("password");
    await user.click(toggle());
    await user.type(field(), "{Enter}");
    expect(field().type).toBe("password");
    expect(sent).toEqual(["secret"]);
  });
});

describe("toast", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const SIGNS = { success: "circle-check", danger: "circle-x", info: "info" };

  test.each([
    ["Order updated successfully", "success"],
    ["Failed to update order", "danger"],
    ["File upload mocked - filename saved", "info"],
  ] as const)("shows '%s' with the color and icon of %s for three seconds", (text, tone) => {
    render(<Toaster />);
    act(() => showToast(tone, text));
    const toast = screen.getByText(text).parentElement;
    expect(toast?.className).toContain(tone === "info" ? "bg-accent-soft" : `bg-${tone}-soft`);
    expect(toast?.querySelector("use")?.getAttribute("href")).toBe(`/icons.svg#${SIGNS[tone]}`);
    act(() => jest.advanceTimersByTime(2_999));
    expect(screen.queryByText(text)).not.toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText(text)).toBeNull();
  });
});
