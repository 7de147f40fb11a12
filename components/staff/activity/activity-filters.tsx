import { Search } from "lucide-react";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { staffPaths } from "@/lib/base/staff-paths";
import {
  ACTIVITY_KINDS,
  type ActivityQuery,
  isNarrowed,
  kindLabel,
} from "@/lib/staff/activity/activity-query";
import type { ActivityPage } from "@/lib/staff/activity/schema";

/** Shows the filters of what staff did: a plain form, whose answer is an address. */
export function ActivityFilters({ query, people }: { query: ActivityQuery; people: ActivityPage["people"] }) {
  return (
    <search>
      <FilterForm
        action={staffPaths.activity}
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem_10rem_auto]"
      >
        <SelectField label="Who" name="person" defaultValue={query.person ?? ""}>
          <option value="">Anybody</option>
          {people.map(({ user_id: id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </SelectField>
        <SelectField label="What" name="kind" defaultValue={query.kind ?? ""}>
          <option value="">Anything</option>
          {ACTIVITY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabel(kind)}
            </option>
          ))}
        </SelectField>
        <TextField label="From (UTC)" type="date" name="from" defaultValue={query.from ?? ""} />
        <TextField label="To (UTC)" type="date" name="to" defaultValue={query.to ?? ""} />
        <div className="col-span-2 flex gap-2 md:col-span-1">
          <Button type="submit" className="flex-1">
            <Search className="size-4" aria-hidden="true" />
            Apply
          </Button>
          {isNarrowed(query) ? (
            <ButtonLink href={staffPaths.activity} variant="secondary">
              Clear
            </ButtonLink>
          ) : null}
        </div>
      </FilterForm>
    </search>
  );
}
