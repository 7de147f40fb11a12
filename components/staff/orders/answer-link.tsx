"use client";

import Link, { useLinkStatus } from "next/link";
import { useEffect, useRef } from "react";
import { buttonStyle } from "@/components/ui/button-link";
import { Spinner } from "@/components/ui/spinner";

type AnswerLinkProps = {
  href: string;
  name: string;
  /** The first on its page: who has just searched is led to it, so that it is read out, and the next Enter opens it. */
  isFirst: boolean;
};

/**
 * Opens an order that a search has found beside the list. It takes the focus only while nobody has it: who is already at
 * something else on the page stays there.
 */
export function AnswerLink({ href, name, isFirst }: AnswerLinkProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isFirst && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <Link
      ref={ref}
      href={href}
      scroll={false}
      prefetch={false}
      className={buttonStyle({ variant: "secondary", size: "sm" })}
    >
      Open <span className="sr-only">{name}</span>
      <Opening />
    </Link>
  );
}

function Opening() {
  return useLinkStatus().pending ? <Spinner /> : null;
}
