"use client";

import { late } from "@/components/ui/late";

/*
 * The forms of /login beside the login itself. Few people need one, so each loads its script on demand.
 */

/** Shows AlreadySignedIn. */
export const LateAlreadySignedIn = late(() =>
  import("@/components/account/sign-in/already-signed-in").then((part) => part.AlreadySignedIn),
);
/** Shows LinkForm. */
export const LateLinkForm = late(() =>
  import("@/components/account/sign-in/link-form").then((part) => part.LinkForm),
);
/** Shows SideForm. */
export const LateSideForm = late(() =>
  import("@/components/account/sign-in/side-form").then((part) => part.SideForm),
);
