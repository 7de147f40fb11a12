"use client";
import { Button } from "@/components/ui/button";

export function RefreshButton(props: React.ComponentProps<typeof Button>) {
  return <Button {...props} onClick={() => window.location.reload()} />;
}
