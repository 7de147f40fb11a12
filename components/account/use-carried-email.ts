"use client";

import { type RefObject, useEffect, useRef } from "react";
import { takeCarriedEmail } from "@/lib/auth/sign-in/carried-email";

/**
 * Fills an empty email field with the address that the page before carried here; spread it as the field's `ref`. It is
 * filled after the page's script has come: the server must not know the address.
 */
export function useCarriedEmail(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const email = takeCarriedEmail();
    if (email && field.current?.value === "") field.current.value = email;
  }, []);
  return field;
}
