import {
  onSessionNews,
  onSessionNewsWhileShown,
  type SessionNews,
  tellSession,
} from "@/lib/auth/session/session-channel";

test("a page that has told its news keeps no channel open", () => {
  const close = jest.spyOn(BroadcastChannel.prototype, "close");
  tellSession({ isSignedIn: false });
  expect(close).toHaveBeenCalledTimes(1);
  close.mockRestore();
});

test("other pages hear who is signed in, until they stop listening", async () => {
  const heard: SessionNews[] = [];
  let arrived: () => void = () => {};
  const stop = onSessionNews((news) => {
    heard.push(news);
    arrived();
  });
  const next = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  tellSession({ isSignedIn: true, who: "1 a@b.test" });
  await next;
  expect(heard).toEqual([{ isSignedIn: true, who: "1 a@b.test" }]);

  stop();
  // A second listener shows that the second message has been delivered.
  const last = new Promise<SessionNews>((resolve) => {
    const end = onSessionNews((news) => {
      end();
      resolve(news);
    });
  });
  tellSession({ isSignedIn: false });
  expect(await last).toEqual({ isSignedIn: false });
  expect(heard).toHaveLength(1);
});

test("a page that the browser keeps for Back has no channel, and hears again when it comes back", async () => {
  const page = new EventTarget();
  Object.assign(globalThis, { window: page });
  const Channel = BroadcastChannel;
  const open = new Set<BroadcastChannel>();
  class Counted extends Channel {
    constructor(name: string) {
      super(name);
      open.add(this);
    }
    override close() {
      open.delete(this);
      super.close();
    }
  }
  Object.assign(globalThis, { BroadcastChannel: Counted });
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  let heard = 0;
  let arrived: () => void = () => {};
  const stop = onSessionNewsWhileShown(() => {
    heard++;
    arrived();
  });
  show(false);
  expect(open.size).toBe(1);
  page.dispatchEvent(new Event("pagehide"));
  expect(open.size).toBe(0);
  show(true);
  expect(open.size).toBe(1);
  const next = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  tellSession({ isSignedIn: false });
  await next;
  expect(heard).toBe(1);
  stop();
  show(true);
  expect(open.size).toBe(0);
  Object.assign(globalThis, { BroadcastChannel: Channel });
  Reflect.deleteProperty(globalThis, "window");
});
