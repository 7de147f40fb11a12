"use client";
import { createContext, useContext, useEffect, useRef, useState, useTransition } from "react";
import { Alert } from "@/components/ui/alert";

type Seen = {
  version: number;
  note: (version: number) => void;
  conflict: string | undefined;
  setConflict: (conflict: string | undefined) => void;
  /** A batch is being removed. Its row will disappear, and the others move under the pointer. */
  isTaking: boolean;
  startTaking: React.TransitionStartFunction;
};
const SeenContext = createContext<Seen | null>(null);

/** Provides the shipment version this page has seen: as loaded, or after its own last action. */
export function SeenShipment({ version: read, children }: { version: number; children: React.ReactNode }) {
  const [noted, setNoted] = useState(read);
  const [conflict, setConflict] = useState<string>();
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

  return (
    <SeenContext value={{ version, note, conflict, setConflict, isTaking, startTaking }}>
      {children}
    </SeenContext>
  );
}

/** Shows a conflict above the forms, which the other change may remove. */
export function ShipmentConflict() {
  const { conflict } = useSeenShipment();
  return conflict ? <Alert tone="danger" isLive title={conflict} /> : null;
}

export function useSeenShipment(): Seen {
  const seen = useContext(SeenContext);
  if (!seen) throw new Error("useSeenShipment is used outside of SeenShipment");
  return seen;
}
