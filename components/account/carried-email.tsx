"use client";
import { useEffect, useRef } from "react";
import { carryEmail, takeCarriedEmail } from "@/lib/auth/sign-in/carried-email";
import { paths, withQuery } from "@/lib/base/paths";

type CarryingLinkProps = { href: string; className?: string; children: React.ReactNode };

/** Links to another form that signs a person up or in. The email typed on this page is filled in there. */
export function CarryingLink({ href, className = "link", children }: CarryingLinkProps) {
  const carry = () => carryEmail(document.querySelector<HTMLInputElement>('input[type="email"]')?.value);
  return (
    <a className={className} href={href} onClick={carry}>
      {children}
    </a>
  );
}

/** Shows the way back to the login from one of its side steps; `next` and `plan` of the address come along. */
export function LoginLink({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  return (
    <p>
      <CarryingLink href={withQuery(paths.login, { next, plan })}>Back to log in</CarryingLink>
    </p>
  );
}

/** Returns a `ref` that fills an empty email field with the one typed on the last page, out of the server's sight. */
export function useCarriedEmail(): React.RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const email = takeCarriedEmail();
    if (email && field.current?.value === "") field.current.value = email;
  }, []);
  return field;
}
