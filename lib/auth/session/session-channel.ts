/** What a page broadcasts to the browser's other tabs when it loads. */
export type SessionNews = {
  isSignedIn: boolean;
  /** Used only to detect a different person. Public pages omit it: they know only whether someone is signed in. */
  who?: string;
};

const NAME = "session";

export function announceSession(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

export function onSessionNews(listen: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listen(data);
  return () => channel.close();
}

/** Listens only while the page is shown: an open channel would keep it out of the back/forward cache. */
export function onSessionNewsWhileShown(listen: (news: SessionNews) => void): () => void {
  let stop = onSessionNews(listen);
  const ended = new AbortController();
  window.addEventListener("pagehide", () => stop(), ended);
  window.addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted) stop = onSessionNews(listen);
    },
    ended,
  );
  return () => {
    ended.abort();
    stop();
  };
}
