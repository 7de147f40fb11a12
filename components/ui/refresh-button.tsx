"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";

export function RefreshButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} onClick={() => window.location.reload()} />;
}
