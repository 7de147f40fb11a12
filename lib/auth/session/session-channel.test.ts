import { onSessionNews, type SessionNews, tellSession } from "@/lib/auth/session/session-channel";

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
