/** What a page that has just loaded says to the browser's other pages. */
export type SessionNews = {
  isSignedIn: boolean;
  /** Who it is, as far as the page knows: the public pages know only whether somebody is. */
  who?: string;
};

const NAME = "session";

/** Tells the browser's other open pages who is signed in. */
export function tellSession(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Calls `listen` with what other pages say; answers a function that stops that. */
export function onSessionNews(listen: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listen(data);
  return () => channel.close();
}
