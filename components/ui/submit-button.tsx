import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

type SubmitButtonProps = React.ComponentProps<typeof Button> & { busyText: string };

/** Shows a submit button. It's blocked until hydration, because the browser would submit the form natively. */
export function SubmitButton({ busyText, isBusy, children, ...rest }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <Button
      {...rest}
      type="submit"
      isBusy={isBusy}
      disabled={!isHydrated || rest.disabled}
      data-waiting={isHydrated ? undefined : ""}
    >
      {isBusy ? busyText : children}
    </Button>
  );
}

export function submitting(send: (form: FormData) => unknown) {
  return (event: React.SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget));
  };
}
