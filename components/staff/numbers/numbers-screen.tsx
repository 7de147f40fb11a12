import { NumberPanel } from "@/components/staff/numbers/number-panel";
import { StepsPanel } from "@/components/staff/numbers/steps-panel";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message-page";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { counted } from "@/lib/base/words";
import { daySumsOf, isEmpty } from "@/lib/staff/numbers/day-sums";
import { numberCardOf } from "@/lib/staff/numbers/number-card";
import { NUMBERS } from "@/lib/staff/numbers/number-specs";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { stepRowsOf, weekLabels } from "@/lib/staff/numbers/step-rows";

/** Shows how the shop goes: cards by step, then each number with its picture and its table. `now` dates what waits. */
export function NumbersScreen({ numbers, now }: { numbers: Numbers; now: Date }) {
  const { staff_role: staffRole, summed_until: summedUntil, stale_days: staleDays } = numbers;
  const days = daySumsOf(numbers);
  return (
    <StaffFrame
      title="Numbers"
      staffRole={staffRole}
      lead={
        summedUntil ? (
          <>
            The last 30 days against the 30 before, in days of UTC. As of{" "}
            <Time at={summedUntil} show="date-time" />.
          </>
        ) : (
          "The last 30 days against the 30 before, in days of UTC."
        )
      }
    >
      {staleDays > 0 ? (
        <Alert tone="warning">
          {counted(staleDays, "earlier day")} still to be added up: the numbers are not complete yet.
        </Alert>
      ) : null}
      {isEmpty(days) ? (
        <Card>
          <Message
            tone="info"
            title="No numbers yet"
            text="They begin with the first batch that is paid, and are added up every quarter of an hour."
            actions={
              <ButtonLink href={staffPaths.orders} variant="secondary">
                Go to orders
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <>
          <StepsPanel rows={stepRowsOf(numbers, days, now)} weeks={weekLabels(days)} />
          <div className="grid gap-6 lg:grid-cols-2">
            {NUMBERS.map((spec) => (
              <NumberPanel key={spec.name} card={numberCardOf(spec, days, numbers)} />
            ))}
          </div>
        </>
      )}
    </StaffFrame>
  );
}
