"use client";
import { useEffect, useRef, useState } from "react";

/** Frames a table that scrolls sideways. Positioned, so that hidden text in cells can't widen the page. */
export function ScrollFrame({ label, children }: { label: string; children: React.ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  const [isScrolling, setIsScrolling] = useState(true);

  useEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const observer = new ResizeObserver(() => setIsScrolling(frame.scrollWidth > frame.clientWidth));
    // The frame resizes with the viewport, the table with its rows.
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
