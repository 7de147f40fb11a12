"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type DialogButtonProps = Pick<React.ComponentProps<typeof Button>, "variant" | "size" | "aria-label"> & {
  label: React.ReactNode;
  title: string;
  children: React.ReactNode;
  footer?: React.ReactNode;
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
