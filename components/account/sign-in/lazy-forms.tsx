"use client";
import { lazyComponent } from "@/components/ui/lazy-component";

/* Few visitors need these forms, so each loads on demand. */

export const LazyAlreadySignedIn = lazyComponent(() =>
  import("@/components/account/sign-in/already-signed-in").then((part) => part.AlreadySignedIn),
);
export const LazyEmailLinkForm = lazyComponent(() =>
  import("@/components/account/sign-in/email-link-form").then((part) => part.EmailLinkForm),
);
export const LazySideForm = lazyComponent(() =>
  import("@/components/account/sign-in/side-form").then((part) => part.SideForm),
);
