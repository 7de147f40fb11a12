import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

type SubmitButtonProps = React.ComponentProps<typeof Button> & { busyText: string };

/** Shows a submit button, blocked until scripts run: the browser would submit natively before. */
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

/** Returns a submit handler that passes the form's fields to `send` and stays on the page. */
export function submitting(send: (form: FormData) => unknown) {
  return (event: React.SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget));
  };
}
