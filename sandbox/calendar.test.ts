import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CALENDAR_YEARS, federalHolidays, holidayRows } from "@/sandbox/calendar";

const MIGRATION = join(__dirname, "../supabase/migrations/20261122000150_business_calendar.sql");
const ROWS = /(insert into public\.holidays \(day, name\) values\n)([\s\S]*?)(;\n)/;

/** Five years are left to write the next ones; `UPDATE_HOLIDAYS=1` writes those of CALENDAR_YEARS. */
const YEARS_AHEAD = 5;

test("the database has the library's holidays, day by day", () => {
  const rows = holidayRows(federalHolidays(CALENDAR_YEARS.first, CALENDAR_YEARS.last));
  const migration = readFileSync(MIGRATION, "utf8");
  expect(ROWS.test(migration)).toBe(true);
  if (process.env.UPDATE_HOLIDAYS) {
    writeFileSync(
      MIGRATION,
      migration.replace(ROWS, (_, head, __, end) => head + rows + end),
    );
    return;
  }
  expect(ROWS.exec(migration)?.[2]).toBe(rows);
});

test("five years lie ahead", () => {
  expect(CALENDAR_YEARS.last).toBeGreaterThanOrEqual(new Date().getUTCFullYear() + YEARS_AHEAD);
});

test.each([
  ["2026-07-03", "a Saturday's, observed on Friday"],
  ["2027-07-05", "a Sunday's, observed on Monday"],
  ["2027-12-31", "New Year's Day of 2028, a Saturday"],
  ["2026-11-26", "Thanksgiving"],
])("%s is one: %s", (day) => {
  expect(federalHolidays(2026, 2027).map((holiday) => holiday.day)).toContain(day);
});

test("those of a single year are eleven, and of one that borrows the next New Year's Day twelve", () => {
  expect(federalHolidays(2026, 2026)).toHaveLength(11);
  expect(federalHolidays(2027, 2027)).toHaveLength(12);
});
