"use client";

import { type RefObject, useEffect, useRef } from "react";
import { takeCarriedEmail } from "@/lib/auth/sign-in/carried-email";

/** Returns a `ref` that fills an empty email field with the one typed on the last page, out of the server's sight. */
export function useCarriedEmail(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const email = takeCarriedEmail();
    if (email && field.current?.value === "") field.current.value = email;
  }, []);
  return field;
}
