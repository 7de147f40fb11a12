"use client";

import { late } from "@/components/ui/late";

/*
 * The forms of /login beside the log-in itself. Few people need one, and nobody two: the script of each comes with it.
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
