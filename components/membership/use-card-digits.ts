import { useEffect, useRef } from "react";
import { cardDigits } from "@/lib/orders/card-digits";

type CardField = {
  ref: React.RefObject<HTMLInputElement | null>;
  onInput: (event: { nativeEvent: Event }) => void;
  onCompositionEnd: () => void;
  onFocus: () => void;
};

/** Limits a field to digits and reports them, including digits typed before hydration. */
export function useCardDigits(tell: (digits: string) => void): CardField {
  const ref = useRef<HTMLInputElement>(null);
  const read = () => {
    const field = ref.current;
    if (!field) return;
    const digits = cardDigits(field.value);
    // Setting a field's value moves the caret to its end.
    if (field.value !== digits) field.value = digits;
    tell(digits);
  };
  const first = useRef(read);
  useEffect(() => first.current(), []);
  return {
    ref,
    onInput: ({ nativeEvent }) => {
      // Changing the field during composition would type the characters twice.
      if (!(nativeEvent as InputEvent).isComposing) read();
    },
    onCompositionEnd: read,
    // The field starts with an example that typing replaces.
    onFocus: () => ref.current?.select(),
  };
}
