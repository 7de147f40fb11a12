import { globSync, readFileSync } from "node:fs";
import { NextRequest } from "next/server";
import type { StaffRole } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { owner, requireRight, staff, staffWith } from "@/lib/staff/require-staff";
import { catchLog } from "@/sandbox/builders/caught-log";

const logged = catchLog();
let role: StaffRole | null;
let rights: string[];
const mockRead = jest.fn();
jest.mock("@/lib/staff/data", () => ({ readAsStaff: (...args: unknown[]) => mockRead(...args) }));
const standing = jest.fn();
jest.mock("@/lib/auth/data", () => ({ getSessionContext: async () => ({ staff_role: role }) }));
jest.mock("@/lib/auth/session/require-caller", () => ({
  reader: async () => {
    throw new AppError("sign_in_required");
  },
  requireStandingSession: (token: string) => standing(token),
}));
jest.mock("@/lib/auth/session/access-token", () => ({
  verifyAccessToken: async (token: string) => (token === "good" ? { userId: "u1" } : null),
}));

const call = (token?: string) => ({
  request: new NextRequest("http://localhost:3000/api/admin/x", {
    headers: token ? { "x-admin-token": token } : {},
  }),
});

beforeEach(() => {
  role = "staff";
  rights = [];
  mockRead.mockReset().mockImplementation(async () => {
    if (role === null) throw new AppError("staff_eyes_only");
    return { rights, ask: "olive@example.com", staff_role: role };
  });
  standing.mockReset().mockResolvedValue({ userId: "u1", email: "s@b.test" });
});

test("staff are known by their own token, session and role", async () => {
  expect(await staff(call("good"))).toEqual({ userId: "u1", accessToken: "good", role: "staff" });
  expect(standing).toHaveBeenCalledWith("good");
});

test.each([undefined, "forged"])("without a good token (%s) nothing is asked", async (token) => {
  await expect(staff(call(token))).rejects.toMatchObject({ code: "sign_in_required" });
  expect(standing).not.toHaveBeenCalled();
});

test("a session that has ended is no staff's", async () => {
  standing.mockRejectedValue(new AppError("sign_in_required"));
  await expect(staff(call("good"))).rejects.toMatchObject({ status: 401 });
});

test("customers are no staff, staff no owner, and who tried stands in the log", async () => {
  await expect(owner(call("good"))).rejects.toMatchObject({ code: "not_allowed", status: 403 });
  role = null;
  await expect(staff(call("good"))).rejects.toMatchObject({ code: "staff_only", status: 403 });
  await expect(owner(call("good"))).rejects.toMatchObject({ code: "staff_only" });
  expect(logged("staff.refused")).toEqual(
    ["not_allowed", "staff_only", "staff_only"].map((code) =>
      expect.objectContaining({ level: "warn", userId: "u1", code }),
    ),
  );
  for (role of ["owner", "co_owner"] as const) expect(await owner(call("good"))).toMatchObject({ role });
});

test("who has not a right is told who can give it, as it is now", async () => {
  const asked = () => staffWith("refunds")(call("good"));
  await expect(asked()).rejects.toMatchObject({
    code: "not_allowed",
    status: 403,
    message: "You may not refund. olive@example.com can give you the right.",
  });
  expect(logged("staff.refused")).toHaveLength(1);
  rights = ["refunds"];
  expect(await asked()).toMatchObject({ userId: "u1" });
  rights = ["exports"];
  await expect(asked()).rejects.toMatchObject({ status: 403 });
  role = null;
  await expect(asked()).rejects.toMatchObject({ code: "staff_only" });
  mockRead.mockRejectedValue(new Error("no database"));
  await expect(asked()).rejects.toThrow("no database");
});

test("a right is asked for of somebody who was let in, too", async () => {
  const member = { userId: "u1", accessToken: "good", role: "staff" } as const;
  await expect(requireRight(member, "set_paid")).rejects.toThrow("olive@example.com can give you the right");
  rights = ["set_paid"];
  await requireRight(member, "set_paid");
  role = null;
  await expect(requireRight(member, "set_paid")).rejects.toMatchObject({ code: "not_allowed" });
});

test("owners have every right, and nobody asks for it", async () => {
  for (role of ["owner", "co_owner"] as const)
    await requireRight({ userId: "u1", accessToken: "good", role }, "people");
  expect(mockRead).not.toHaveBeenCalled();
});

// The database refuses customers with the same answer, so that over HTTP a route which lets them pass looks the same.
test("each endpoint below /api/admin asks for staff, or for more", () => {
  const files = globSync("app/api/admin/**/route.ts");
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const asked = [...text.matchAll(/\bwho: (\w+)/g)].map(([, who]) => who);
    expect({ file, asked: asked.length }).toEqual({ file, asked: text.match(/\bendpoint\(/g)?.length });
    expect({ file, others: asked.filter((who) => !/^(staff|staffWith|owner)$/.test(`${who}`)) }).toEqual({
      file,
      others: [],
    });
    expect(text).toMatch(/import \{[^}]*\} from "@\/lib\/staff\/require-staff"/);
  }
});
