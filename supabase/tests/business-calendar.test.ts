import { BUSINESS_TIME_ZONE } from "@/lib/base/business-date";
import { addReceived } from "../../sandbox/builders/grader-group";
import { connect, undone } from "../../sandbox/builders/test-database";
import { CALENDAR_YEARS, federalHolidays } from "../../sandbox/calendar";

const sql = connect();
const DAY = 86_400_000;
const iso = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The business days of some years, as the library has them. */
const rests = new Set(federalHolidays(2024, 2045).map(({ day }) => day));
const isBusinessDay = (day: string) =>
  ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !rests.has(day);

test("the database has the library's holidays, and both have one time zone", async () => {
  const rows = await sql<{ day: string; name: string }[]>`select day::text, name from holidays order by day`;
  expect([...rows]).toEqual(federalHolidays(CALENDAR_YEARS.first, CALENDAR_YEARS.last));
  const [zone] = await sql`select private.business_time_zone() as zone`;
  expect(zone?.zone).toBe(BUSINESS_TIME_ZONE);
});

test.each([
  // A Monday, with nothing between but weekends; then each kind of day that does not count.
  ["2026-09-14", 10, "2026-09-28"],
  ["2026-09-14", 15, "2026-10-05"],
  ["2026-09-18", 1, "2026-09-21"],
  ["2026-09-19", 1, "2026-09-21"],
  ["2026-09-20", 1, "2026-09-21"],
  // Thanksgiving; a Saturday's Fourth of July on Friday; a Sunday's on Monday; New Year's Day of 2028 in 2027.
  ["2026-11-25", 1, "2026-11-27"],
  ["2026-07-02", 1, "2026-07-06"],
  ["2027-07-02", 1, "2027-07-06"],
  ["2027-12-30", 1, "2028-01-03"],
  // What comes on a holiday counts like the business day before.
  ["2026-11-26", 10, "2026-12-10"],
  ["2026-11-25", 10, "2026-12-10"],
  ["2026-12-11", 15, "2027-01-05"],
])("the business day that comes so many after %s (%i) is %s", async (day, days, expected) => {
  const [row] = await sql<
    { day: string }[]
  >`select private.business_date_after(${day}, ${days})::text as day`;
  expect(row?.day).toBe(expected);
});

test.each(federalHolidays(2026, 2028).map(({ day, name }) => [name, day] as const))(
  "%s (%s) is passed over, there and back",
  async (_, day) => {
    const at = Date.parse(`${day}T00:00:00Z`);
    const [before, after] = [-1, 1].map((step) => {
      let one = at + step * DAY;
      while (!isBusinessDay(iso(one))) one += step * DAY;
      return iso(one);
    });
    const [row] = await sql`select private.business_date_after(${before ?? ""}, 1)::text as next,
      private.business_date_after(${day}, 1)::text as from_it,
      private.business_date_before(${after ?? ""}, 1)::text as former`;
    expect(row).toEqual({ next: after, from_it: after, former: before });
  },
);

/** Four years, and all for which the holidays are known. */
const DAYS = 1_461;

test(`each of ${DAYS} days is counted as the library has it`, async () => {
  const first = Date.parse("2024-01-02T00:00:00Z");
  const days = Array.from({ length: DAYS + 100 }, (_, nth) => iso(first + nth * DAY));
  const work = days.filter(isBusinessDay);
  const rows = await sql<{ day: string; until: string; days: number }[]>`
    select d::date::text as day, private.business_date_after(d::date, 15)::text as until,
      private.business_days_between(d::date + time '12:00' at time zone private.business_time_zone(),
        private.business_date_after(d::date, 15) + time '01:00' at time zone private.business_time_zone()) as days
    from unnest(${days.slice(0, DAYS)}::text[]) d`;
  let next = 0;
  const wrong = rows.filter(({ day, until, days: between }) => {
    while ((work[next] ?? "") <= day) next++;
    return until !== work[next + 14] || between !== 15;
  });
  expect(rows).toHaveLength(DAYS);
  expect(wrong).toEqual([]);
});

test.each([
  ["2026-11-23T15:00:00Z", 0, "2026-11-23T15:00:00Z"],
  ["2026-11-23T15:00:00Z", 1, "2026-11-20T15:00:00Z"],
  ["2026-11-24T15:00:00Z", 1, "2026-11-23T15:00:00Z"],
  ["2026-11-27T15:00:00Z", 1, "2026-11-25T15:00:00Z"],
  ["2026-11-22T15:00:00Z", 1, "2026-11-19T15:00:00Z"],
  // A Monday of UTC that is a Sunday where the business is; and over the end of summer time.
  ["2026-11-23T03:00:00Z", 1, "2026-11-20T03:00:00Z"],
  ["2026-11-02T15:00:00Z", 1, "2026-10-30T14:00:00Z"],
])("%s less %i business days is %s", async (from, days, expected) => {
  const [row] = await sql<{ at: Date }[]>`select private.business_days_before(${from}, ${days}) as at`;
  expect(row?.at.toISOString()).toBe(new Date(expected).toISOString());
});

describe.each(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])("asked in a session of %s", (zone) => {
  test.each([
    // The last minutes of a day and the first of the next, on the other day of UTC; both changes of the clock.
    ["2026-09-15T03:30:00Z", "2026-09-28", "2026-10-05"],
    ["2026-09-15T04:30:00Z", "2026-09-29", "2026-10-06"],
    ["2026-03-07T04:30:00Z", "2026-03-20", "2026-03-27"],
    ["2026-03-08T04:30:00Z", "2026-03-20", "2026-03-27"],
    ["2026-03-09T03:30:00Z", "2026-03-20", "2026-03-27"],
    ["2026-03-09T04:30:00Z", "2026-03-23", "2026-03-30"],
    ["2026-10-31T03:30:00Z", "2026-11-16", "2026-11-23"],
    ["2026-11-01T03:30:00Z", "2026-11-16", "2026-11-23"],
    ["2026-11-02T04:30:00Z", "2026-11-16", "2026-11-23"],
    ["2026-11-02T05:30:00Z", "2026-11-17", "2026-11-24"],
  ])("what is checked in at %s is promised from %s to %s", async (at, from, to) => {
    await undone(sql, async (tx) => {
      await tx`select set_config('timezone', ${zone}, true)`;
      const { id } = await addReceived(tx, { received_at: at });
      const [row] = await tx`select promised_from::text as from, promised_to::text as to
        from grading_orders where id = ${id}`;
      expect(row).toEqual({ from, to });
      // By the clock of the business: half an hour before its day is over, and after.
      const late = async (day: string, time: string) => {
        const [condition] = await tx<{ text: string }[]>`select private.staff_view_condition('overdue',
          (${day}::date + ${time}::time) at time zone private.business_time_zone()) as text`;
        const [found] = await tx.unsafe(
          `select exists (select from grading_orders o where o.id = '${id}' and ${condition?.text}) as is_late`,
        );
        return found?.is_late;
      };
      expect(await late(to, "23:30")).toBe(false);
      expect(await late(iso(Date.parse(to) + DAY), "00:30")).toBe(true);
    });
  });
});
