import { useEffect, useRef } from "react";
import { cardDigits } from "@/lib/orders/form-messages";

type CardField = {
  ref: React.RefObject<HTMLInputElement | null>;
  onInput: (event: { nativeEvent: Event }) => void;
  onCompositionEnd: () => void;
  onFocus: () => void;
};

/** Keeps a field to digits and reports them, including what was typed before the page's script loaded. */
export function useCardDigits(tell: (digits: string) => void): CardField {
  const ref = useRef<HTMLInputElement>(null);
  const read = () => {
    const field = ref.current;
    if (!field) return;
    const digits = cardDigits(field.value);
    // A field that is set anew puts the caret behind its last digit.
    if (field.value !== digits) field.value = digits;
    tell(digits);
  };
  const first = useRef(read);
  useEffect(() => first.current(), []);
  return {
    ref,
    onInput: ({ nativeEvent }) => {
      // A keyboard that composes characters would type them twice, were the field changed meanwhile.
      if (!(nativeEvent as InputEvent).isComposing) read();
    },
    onCompositionEnd: read,
    // The field begins with an example, which typing replaces.
    onFocus: () => ref.current?.select(),
  };
}
