"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";

type Seen = {
  version: number;
  note: (version: number) => void;
  /** What somebody else's change made of the last press; `tell` says it until the next press. */
  told: string | undefined;
  tell: (news: string | undefined) => void;
};
const SeenContext = createContext<Seen | null>(null);

/** Holds the version of a group that this page has seen: as read, or as its own last action left it before the refresh. */
export function SeenGroup({ version: read, children }: { version: number; children: ReactNode }) {
  const [noted, setNoted] = useState(read);
  const [told, tell] = useState<string>();
  const version = Math.max(read, noted);
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  }, [version]);

  function note(next: number) {
    // With a gap somebody else was at it in between, and that has not been seen.
    if (next !== known.current + 1) return;
    known.current = next;
    setNoted(next);
  }

  return <SeenContext value={{ version, note, told, tell }}>{children}</SeenContext>;
}

/** Shows that someone else was faster, above the forms that the change may remove. */
export function GroupNews() {
  const { told } = useSeenGroup();
  return told ? <Alert tone="danger" isLive title={told} /> : null;
}

/** Answers the version that this page has seen, and how to note the one that a press of its own has left. */
export function useSeenGroup(): Seen {
  const seen = useContext(SeenContext);
  if (!seen) throw new Error("useSeenGroup is used outside of SeenGroup");
  return seen;
}
