/** @jest-environment jsdom */
import { BroadcastChannel } from "node:worker_threads";
import { cleanup, render } from "@testing-library/react";
import { SessionWatch } from "@/components/account/sign-in/session-watch";
import { type SessionNews, tellSession } from "@/lib/auth/session/session-channel";

const CASEY = "id-1 casey@example.com";
const loadedAnew = jest.spyOn(console, "error");

beforeAll(() => Object.assign(globalThis, { BroadcastChannel }));
beforeEach(() => loadedAnew.mockReset());

/** Waits until every message so far has been heard: a channel delivers them in their order, and the last is no news. */
async function heard(): Promise<void> {
  const last = { isSignedIn: true, who: CASEY };
  const [listener, teller] = [new BroadcastChannel("session"), new BroadcastChannel("session")];
  const arrived = new Promise<void>((resolve) => {
    listener.onmessage = ({ data }: { data: object }) => {
      if ("isLast" in data) resolve();
    };
  });
  teller.postMessage({ ...last, isLast: true });
  await arrived;
  // The page's own channel may be called a turn later than the one here.
  await new Promise((resolve) => setTimeout(resolve));
  teller.close();
  listener.close();
}

test.each<[string, SessionNews, boolean]>([
  ["the same person's page", { isSignedIn: true, who: CASEY }, false],
  ["a public page of somebody signed in", { isSignedIn: true }, false],
  ["the same person after the address was changed", { isSignedIn: true, who: "id-1 new@example.com" }, true],
  ["somebody who came by a recovery mail", { isSignedIn: true, who: "id-2 robin@example.com" }, true],
  ["a page of nobody", { isSignedIn: false, who: "" }, true],
  ["a public page after signing out", { isSignedIn: false }, true],
])("told by %s, a page loads anew: %j %s", async (_, news, isAnew) => {
  render(<SessionWatch who={CASEY} />);
  tellSession(news);
  await heard();
  cleanup();
  // Where there is no browser, a page that would load says that it cannot.
  expect(loadedAnew.mock.calls.map(([error]) => String(error))).toEqual(
    isAnew ? [expect.stringContaining("navigation")] : [],
  );
});
