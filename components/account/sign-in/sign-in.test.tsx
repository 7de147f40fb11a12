/** @jest-environment jsdom */

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { AlreadySignedIn } from "@/components/account/sign-in/already-signed-in";
import { LoginForm } from "@/components/account/sign-in/login-form";
import { LinkScreen, LoginScreen } from "@/components/account/sign-in/login-screen";
import { SessionWatch } from "@/components/account/sign-in/session-watch";
import { SideForm } from "@/components/account/sign-in/side-form";
import { announceSession, type SessionNews } from "@/lib/auth/session/session-channel";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("@/lib/auth/sign-in/after-sign-in", () => ({
  ...jest.requireActual("@/lib/auth/sign-in/after-sign-in"),
  openAfterSignIn: jest.fn(),
}));

describe("login form", () => {
  const endpoint = stubEndpoint();
  const field = (name: "Email" | "Password") => screen.getByLabelText<HTMLInputElement>(name);
  const problem = (text: string) => expect(screen.getByRole("alert").textContent).toBe(text);

  const button = (name: string) => screen.getByText(name, { selector: "button, button > span" });

  async function logIn(email: string, password: string) {
    render(<LoginForm next="/submit" plan="free" />);
    fireEvent.change(field("Email"), { target: { value: email } });
    fireEvent.change(field("Password"), { target: { value: password } });
    fireEvent.click(button("Log in"));
    await endpoint.settle();
  }

  test.each([
    ["", "", "Email"],
    ["casey@example.com", "", "Password"],
    ["", "password123", "Email"],
  ] as const)(
    "asks for both fields and focuses the first empty one: %j and %j",
    async (email, password, at) => {
      await logIn(email, password);
      problem("Please enter both email and password");
      expect(document.activeElement).toBe(field(at));
      expect(endpoint.calls).toEqual([]);
    },
  );

  test("shows an error, keeps the entries and allows another attempt", async () => {
    endpoint.answer({
      status: 400,
      body: { error: "Invalid email or password", code: "invalid_credentials" },
    });
    await logIn("casey@example.com", "wrong-password");
    problem("Invalid email or password");
    expect(endpoint.calls).toEqual([
      {
        path: "/api/auth/login",
        body: { email: "casey@example.com", password: "wrong-password", next: "/submit", plan: "free" },
      },
    ]);
    expect(document.activeElement).toBe(field("Password"));
    expect(field("Email").value).toBe("casey@example.com");
    fireEvent.click(button("Log in"));
    await endpoint.settle();
    expect(endpoint.calls).toHaveLength(2);
  });

  test("shows the generic error for an unreadable response", async () => {
    endpoint.answer({ status: 503, body: "<html>" });
    await logIn("casey@example.com", "password123");
    problem("An unexpected error occurred. Please try again.");
  });

  test("offers a password reset after too many attempts", async () => {
    const error = "Too many requests. Please wait 15 minutes and try again.";
    endpoint.answer({ status: 429, body: { error, code: "rate_limited" } });
    await logIn("casey@example.com", "password123");
    expect(screen.getByRole("alert").textContent).toContain(error);
    const link = screen.getByRole("link", { name: "Reset your password" });
    expect(link.getAttribute("href")).toBe("/login?view=forgot&next=%2Fsubmit&plan=free");
  });

  test.each([["Resend confirmation", "resend"]] as const)(
    "passes the typed email to %s without putting it in the URL",
    async (name, view) => {
      endpoint.answer({ status: 400, body: { error: "Email not confirmed", code: "email_not_confirmed" } });
      await logIn("casey@example.com", "password123");
      const link = screen.getByRole("link", { name });
      // jsdom can't follow the link.
      link.addEventListener("click", (event) => event.preventDefault());
      fireEvent.click(link);
      expect(link.getAttribute("href")).not.toContain("casey");
      cleanup();
      render(<SideForm view={view} />);
      expect(field("Email").value).toBe("casey@example.com");
    },
  );

  test("offers sign-up, pay-as-you-go and the home page", () => {
    const html = renderToStaticMarkup(<LoginScreen providers={[]} notice={undefined} />);
    expect(html).toContain("Welcome Back</h1>");
    for (const [href, name] of [
      ["/signup", "Create Account"],
      ["/submit?mode=payg", "Try Pay-As-You-Go"],
      ["/", "Back to Home"],
    ])
      expect(html).toMatch(new RegExp(`href="${href?.replace("?", "\\?")}"[^>]*>${name}</a>`));
  });

  test("ignores a second click while a request is pending", async () => {
    let arrive: (answer: { status: number; body: unknown }) => void = () => {};
    endpoint.answer(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    await logIn("casey@example.com", "password123");
    fireEvent.click(button("Logging in…"));
    fireEvent.submit(field("Password"));
    expect(endpoint.calls).toHaveLength(1);
    arrive({ status: 400, body: { error: "Invalid email or password", code: "invalid_credentials" } });
    await endpoint.settle();
    problem("Invalid email or password");
  });
});

describe("already signed in", () => {
  beforeEach(() => {
    jest.useFakeTimers();
    window.location.hash = "";
  });
  afterEach(() => jest.useRealTimers());

  /** A URL that jsdom can navigate to. */
  const NEXT = "#dashboard";

  test("redirects signed-in visitors after 100 to 500 ms", () => {
    render(<AlreadySignedIn email="casey@example.com" to={NEXT} />);
    expect(screen.getByRole("status").textContent).toBe("You're logged in as casey@example.com.");
    act(() => jest.advanceTimersByTime(100));
    expect(window.location.hash).toBe("");
    act(() => jest.advanceTimersByTime(400));
    expect(window.location.hash).toBe(NEXT);
  });
});

describe("link screen", () => {
  const JARGON = "Invalid PKCE or implicit-flow URL";

  test.each([
    ["recovery", "Get a new one and open it within an hour.", "/login?view=forgot"],
    ["email_change", "Open the email we sent to your other address", "/portal/profile"],
  ] as const)("explains that a %s link was already used and offers another", (type, text, href) => {
    const html = renderToStaticMarkup(<LinkScreen link={{ tokenHash: "hash", type }} isUsed />);
    expect(html).toContain("This link has expired or was already used.");
    expect(html).toContain(text);
    expect(html).toContain(`href="${href}"`);
    expect(html).not.toContain(JARGON);
  });

  test("shows the catalog's message for a link we didn't create", () => {
    expect(renderToStaticMarkup(<LinkScreen link="unusable" isUsed={false} />)).toContain(JARGON);
  });
});

/** A BroadcastChannel that delivers immediately to all listeners but its own. */
class DirectChannel {
  static readonly open = new Set<DirectChannel>();
  onmessage?: (message: { data: unknown }) => void;
  constructor() {
    DirectChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const channel of DirectChannel.open) if (channel !== this) channel.onmessage?.({ data });
  }
  close() {
    DirectChannel.open.delete(this);
  }
}

describe("session watch", () => {
  const CASEY = "id-1 casey@example.com";
  let reported: jest.SpyInstance;
  beforeEach(() => {
    reported = jest.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => jest.restoreAllMocks());

  /** jsdom can't navigate and reports each attempt as an error. */
  function expectReload(isAnew: boolean) {
    const errors = reported.mock.calls.map(([error]) => String(error));
    expect(errors).toEqual(isAnew ? [expect.stringContaining("navigation")] : []);
  }

  beforeAll(() => Object.assign(globalThis, { BroadcastChannel: DirectChannel }));

  test.each<[string, SessionNews, boolean]>([
    ["the same person's page", { isSignedIn: true, who: CASEY }, false],
    ["a public page of somebody signed in", { isSignedIn: true }, false],
    [
      "the same person after the address was changed",
      { isSignedIn: true, who: "id-1 new@example.com" },
      true,
    ],
    ["somebody who came by a recovery mail", { isSignedIn: true, who: "id-2 robin@example.com" }, true],
    ["a page of nobody", { isSignedIn: false, who: "" }, true],
    ["a public page after signing out", { isSignedIn: false }, true],
  ])("after news from %s (%j), reloads the page: %s", (_, news, isAnew) => {
    render(<SessionWatch who={CASEY} />);
    announceSession(news);
    expectReload(isAnew);
  });

  test.each<[string, boolean, boolean, string, boolean]>([
    ["reloads a page that Back restores after Sign Out", true, false, CASEY, true],
    ["keeps a restored page while its person is signed in", true, true, CASEY, false],
    ["keeps a restored page of a visitor", true, false, "", false],
    ["keeps a page that has just loaded", false, false, CASEY, false],
  ])("%s", (_, persisted, isSignedIn, who, isAnew) => {
    const cookie = isSignedIn ? `${SIGNED_IN_COOKIE}=1` : "";
    jest.spyOn(document, "cookie", "get").mockReturnValue(cookie);
    render(<SessionWatch who={who} />);
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    expectReload(isAnew);
  });
});
