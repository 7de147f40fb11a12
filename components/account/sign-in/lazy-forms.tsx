"use client";

import { lazyComponent } from "@/components/ui/lazy-component";

/*
 * The forms of /login beside the login itself. Few people need one, so each loads its script on demand.
 */

/** Shows AlreadySignedIn. */
export const LazyAlreadySignedIn = lazyComponent(() =>
  import("@/components/account/sign-in/already-signed-in").then((part) => part.AlreadySignedIn),
);
/** Shows LinkForm. */
export const LazyLinkForm = lazyComponent(() =>
  import("@/components/account/sign-in/link-form").then((part) => part.LinkForm),
);
/** Shows SideForm. */
export const LazySideForm = lazyComponent(() =>
  import("@/components/account/sign-in/side-form").then((part) => part.SideForm),
);
