/** Holds what a page that has just loaded says to the browser's other pages. */
export type SessionNews = {
  isSignedIn: boolean;
  /**
   * Returns who it is, as a text to compare. Public pages leave it out, as they know only whether someone is signed
   * in.
   */
  who?: string;
};

const NAME = "session";

/**
 * Tells the browser's other open pages of this site who is signed in (BroadcastChannel); the page itself does not
 * hear it.
 */
export function announceSession(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Calls `listen` with what other pages say from now on; answers the function that stops it. */
export function onSessionNews(listen: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listen(data);
  return () => channel.close();
}

/**
 * Does the same for a page that looks by itself when Back or Forward brings it back: while the browser keeps it in
 * memory for them, its channel is closed. With an open one the first news would throw it out, and every page tells some
 * when it loads.
 */
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
