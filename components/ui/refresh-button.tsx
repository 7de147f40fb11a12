"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

/** Shows a button that loads this page again, for pages whose data could not be read. */
export function RefreshButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} onClick={() => window.location.reload()} />;
}
