/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import { OptionalEmailsForm } from "@/components/account/optional-emails-form";
import { ProfileForm } from "@/components/account/profile/profile-form";
import { emptyProfile } from "@/lib/profile/profile";
import { aProfile } from "@/sandbox/builders/profile";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("optional emails form", () => {
  const endpoint = stubEndpoint();
  const box = () => screen.getByRole<HTMLInputElement>("checkbox");
  const bodies = () => endpoint.calls.map(({ body }) => body);

  test("saves a changed choice and reverts it when saving fails", async () => {
    endpoint.answer({ status: 503, body: { error: "Not now." } });
    render(<OptionalEmailsForm path="/api/profile/mails" wanted />);
    await endpoint.settle();
    expect(bodies()).toEqual([]);
    fireEvent.click(box());
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(box().checked).toBe(true);
    endpoint.answer({ status: 200, body: { wanted: false } });
    fireEvent.click(box());
    await endpoint.settle();
    expect(screen.getByRole("status").textContent).toBe("Saved. Optional emails are off.");
    expect(box().checked).toBe(false);
    expect(bodies()).toEqual([{ wanted: false }, { wanted: false }]);
  });

  test("saves the last choice when it changes again during a save", async () => {
    let arrive: (answer: { status: number; body: unknown }) => void = () => {};
    endpoint.answer(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    render(<OptionalEmailsForm path="/api/profile/mails" wanted />);
    fireEvent.click(box());
    fireEvent.click(box());
    expect(bodies()).toEqual([{ wanted: false }]);
    arrive({ status: 200, body: { wanted: false } });
    endpoint.answer({ status: 200, body: { wanted: true } });
    await endpoint.settle();
    expect(bodies()).toEqual([{ wanted: false }, { wanted: true }]);
    expect(screen.getByRole("status").textContent).toBe("Saved. Optional emails are on.");
  });
});

describe("profile form", () => {
  const PROFILE = { ...emptyProfile("00000000-0000-4000-8000-000000000001"), ...aProfile() };
  let answer: (response: Partial<Response>) => void;

  beforeEach(() => {
    jest.useFakeTimers();
    globalThis.fetch = jest.fn(
      () =>
        new Promise<Response>((resolve) => {
          answer = (response) => resolve(response as Response);
        }),
    );
  });
  afterEach(() => jest.useRealTimers());

  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Sav/ });
  const settle = () => act(() => jest.advanceTimersByTimeAsync(0));

  async function change(city: string) {
    fireEvent.change(screen.getByLabelText("City"), { target: { value: city } });
    await settle();
  }
  async function save() {
    fireEvent.click(button());
    await settle();
  }

  test("enables Save after a change and confirms for three seconds", async () => {
    render(<ProfileForm profile={PROFILE} email="casey@example.com" />);
    expect(button().disabled).toBe(true);
    await change("Dallas");
    expect(button().disabled).toBe(false);
    await save();
    expect(button().disabled).toBe(true);
    expect(button().textContent).toBe("Saving…");
    fireEvent.click(button());
    answer({ ok: true, status: 200, json: async () => ({ profile: { ...PROFILE, city: "Dallas" } }) });
    await settle();
    expect(globalThis.fetch).toHaveBeenCalledTimes(1);
    expect(button().disabled).toBe(true);
    expect(button().textContent).toBe("Save");
    act(() => jest.advanceTimersByTime(2_999));
    expect(screen.getByText("Profile saved successfully!")).toBeTruthy();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText("Profile saved successfully!")).toBeNull();
  });

  test("offers the last batch's address until an address is entered", async () => {
    const lastAddress = { ...PROFILE, address_line2: null };
    const empty = { ...emptyProfile(PROFILE.user_id), address_line2: "Apt 9" };
    render(<ProfileForm profile={empty} lastAddress={lastAddress} email="casey@example.com" />);
    expect(screen.getByText("Casey Collector, 77 Sunset Strip, Austin, TX, 78701")).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Phone/), { target: { value: "503-555-0100" } });
    fireEvent.click(screen.getByRole("button", { name: "Fill in address" }));
    await settle();
    expect(document.activeElement).toBe(screen.getByLabelText("Address line 1"));
    expect(screen.queryByRole("button", { name: "Fill in address" })).toBeNull();
    await save();
    const body = JSON.parse(jest.mocked(fetch).mock.calls[0]?.[1]?.body as string);
    expect(body).toMatchObject({ ...aProfile(), address_line2: "", phone: "503-555-0100" });
  });

  test("keeps the entries after a failed save and allows a retry", async () => {
    render(<ProfileForm profile={PROFILE} email="casey@example.com" />);
    await change("Dallas");
    await save();
    answer({ ok: false, status: 503, json: async () => ({ error: "Not now.", code: "unknown" }) });
    await settle();
    const alert = screen.getByRole("alert").textContent;
    expect(alert).toContain("Failed to save profile");
    expect(alert).toContain("Not now.");
    expect(screen.getByLabelText<HTMLInputElement>("City").value).toBe("Dallas");
    expect(button().disabled).toBe(false);
  });

  test("keeps text typed before hydration", async () => {
    const form = <ProfileForm profile={PROFILE} email="casey@example.com" />;
    const container = serverRendered(form);
    const city = screen.getByLabelText<HTMLInputElement>("City");
    expect(city.value).toBe(PROFILE.city);
    city.value = "Dallas";
    render(form, { container, hydrate: true });
    await settle();
    expect(city.value).toBe("Dallas");
    expect(button().disabled).toBe(false);
    await save();
    expect(JSON.parse(jest.mocked(fetch).mock.calls[0]?.[1]?.body as string)).toMatchObject({
      city: "Dallas",
    });
  });

  test("shows a read-only email and the supported countries", () => {
    render(<ProfileForm profile={PROFILE} email="casey@example.com" />);
    const email = screen.getByLabelText<HTMLInputElement>("Email");
    expect([email.value, email.readOnly]).toEqual(["casey@example.com", true]);
    const country = screen.getByLabelText<HTMLSelectElement>("Country");
    expect([...country.options].map(({ value }) => value)).toEqual([
      "US",
      "CA",
      "GB",
      "AU",
      "DE",
      "FR",
      "JP",
      "KR",
      "CN",
      "MX",
    ]);
  });
});
