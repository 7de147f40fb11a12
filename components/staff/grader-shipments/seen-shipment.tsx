"use client";

import {
  createContext,
  type ReactNode,
  type TransitionStartFunction,
  useContext,
  useEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import { Alert } from "@/components/ui/alert";

type Seen = {
  version: number;
  note: (version: number) => void;
  /** That someone else's change blocked the last action; shown until the next one. */
  told: string | undefined;
  tell: (news: string | undefined) => void;
  /** A batch is being taken out: its row will go, and the others move under the pointer. */
  isTaking: boolean;
  startTaking: TransitionStartFunction;
};
const SeenContext = createContext<Seen | null>(null);

/** Holds the version of a shipment that this page has seen: as read, or as its own last action left it. */
export function SeenShipment({ version: read, children }: { version: number; children: ReactNode }) {
  const [noted, setNoted] = useState(read);
  const [told, tell] = useState<string>();
  const [isTaking, startTaking] = useTransition();
  const version = Math.max(read, noted);
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  }, [version]);

  function note(next: number) {
    // A gap means someone else changed it in between.
    if (next !== known.current + 1) return;
    known.current = next;
    setNoted(next);
  }

  return <SeenContext value={{ version, note, told, tell, isTaking, startTaking }}>{children}</SeenContext>;
}

/** Shows that someone else got there first, above the forms that their change may remove. */
export function ShipmentNews() {
  const { told } = useSeenShipment();
  return told ? <Alert tone="danger" isLive title={told} /> : null;
}

/** Returns the version that this page has seen, and how to note a newer one of its own. */
export function useSeenShipment(): Seen {
  const seen = useContext(SeenContext);
  if (!seen) throw new Error("useSeenShipment is used outside of SeenShipment");
  return seen;
}
