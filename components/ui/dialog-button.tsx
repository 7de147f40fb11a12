"use client";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type DialogButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "size" | "aria-label"> & {
  label: ReactNode;
  title: string;
  /** Rendered with the button, also on the server. */
  children: ReactNode;
  footer?: ReactNode;
};

export function DialogButton({ label, title, children, footer, ...look }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)} footer={footer}>
        {children}
      </Dialog>
    </>
  );
}
