import { Time } from "@/components/ui/time";
import type { SetAsideRow } from "@/lib/staff/desk/receiving-desk";

type SetAsideFactsProps = {
  aside: Pick<SetAsideRow, "note" | "set_aside_at" | "set_aside_by" | "asked_note" | "asked_at" | "asked_by">;
};

export function SetAsideFacts({ aside }: SetAsideFactsProps) {
  return (
    <>
      {aside.note ? <p className="wrap-anywhere">{aside.note}</p> : null}
      <p className="text-text-muted wrap-anywhere">
        {aside.set_aside_by ?? "Staff"}, <Time at={aside.set_aside_at} show="local" />
      </p>
      {aside.asked_at ? (
        <>
          <p className="pt-1 wrap-anywhere">{aside.asked_note}</p>
          <p className="text-text-muted wrap-anywhere">
            {aside.asked_by ?? "Staff"}, <Time at={aside.asked_at} show="local" />
          </p>
        </>
      ) : null}
    </>
  );
}
