"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/**
 * Shows a table's frame, which scrolls sideways when the table is wider. The keyboard stops at it only while it does, and
 * before the page's script knows. What is placed absolutely in a cell (words for screen readers) stays within it: it would
 * widen the page.
 */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  const [isScrolling, setIsScrolling] = useState(true);

  useEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const observer = new ResizeObserver(() => setIsScrolling(frame.scrollWidth > frame.clientWidth));
    // The frame for the screen's width, the table for its rows.
    for (const box of [frame, ...frame.children]) observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return (
    <section
      ref={ref}
      aria-label={label}
      tabIndex={isScrolling ? 0 : undefined}
      className="table-frame relative overflow-x-auto rounded-xl border border-border"
    >
      {children}
    </section>
  );
}
