"use client";
import { useEffect, useRef } from "react";
import type { PostForm } from "@/components/layout/use-post-form";
import { TextField } from "@/components/ui/text-field";
import { storeTypedEmail, takeTypedEmail } from "@/lib/auth/sign-in/typed-email";
import { paths, withQuery } from "@/lib/base/paths";

type KeepEmailLinkProps = { href: string; className?: string; children: React.ReactNode };

/** Links to another sign-up or login form and prefills it with the email typed on this page. */
export function KeepEmailLink({ href, className = "link", children }: KeepEmailLinkProps) {
  const carry = () => storeTypedEmail(document.querySelector<HTMLInputElement>('input[type="email"]')?.value);
  return (
    <a className={className} href={href} onClick={carry}>
      {children}
    </a>
  );
}

/** Links back to the login with `next` and `plan`. */
export function LoginLink({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  return (
    <p>
      <KeepEmailLink href={withQuery(paths.login, { next, plan })}>Back to log in</KeepEmailLink>
    </p>
  );
}

/** Returns a `ref` that fills an empty email field with the email typed on the last page. The server never sees it. */
export function useStoredEmail(): React.RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const email = takeTypedEmail();
    if (email && field.current?.value === "") field.current.value = email;
  }, []);
  return field;
}

/** Asks for an email and prefills it with the one typed on the last page. */
export function TypedEmailField({ field }: Pick<PostForm, "field">) {
  const ref = useStoredEmail();
  return (
    <TextField ref={ref} label="Email" type="email" autoComplete="username" required {...field("email")} />
  );
}
