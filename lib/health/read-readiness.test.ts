import { noteOutcome } from "@/lib/base/service-outcomes";
import { isAuthReachable, listMissingMigrations } from "@/lib/health/data";
import { type Readiness, readReadiness } from "@/lib/health/read-readiness";

jest.mock("@/lib/health/data", () => ({ isAuthReachable: jest.fn(), listMissingMigrations: jest.fn() }));

const all = { hasAuth: true, payments: true, mail: true, database: async (): Promise<string[]> => [] };
let now = 0;
const away = () => Promise.reject(new Error("away"));

test.each<[string, Partial<typeof all>, Partial<Readiness>]>([
  ["ready when every service answers", {}, { status: "ready" }],
  ["degraded without the auth service", { hasAuth: false }, { status: "degraded", auth: "away" }],
  ["degraded without payments", { payments: false }, { status: "degraded", payments: "degraded" }],
  ["degraded without mail", { mail: false }, { status: "degraded", mail: "degraded" }],
  ["not ready without the database", { database: away }, { status: "not_ready", database: "away" }],
  [
    "not ready before a migration",
    { database: async () => ["1"] },
    { status: "not_ready", database: "behind" },
  ],
])("is %s", async (_, changes, expected) => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  const { hasAuth, payments, mail, database } = { ...all, ...changes };
  jest.mocked(isAuthReachable).mockResolvedValue(hasAuth);
  jest.mocked(listMissingMigrations).mockImplementation(database);
  noteOutcome("payments", payments);
  noteOutcome("mail", mail);
  now += 1_000;
  expect(await readReadiness([], now)).toMatchObject(expected);
});
