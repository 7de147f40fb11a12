import { spawnSync } from "node:child_process";
import { CpuTime } from "./cpu-time.ts";

const busy = (milliseconds: number) =>
  spawnSync(process.execPath, ["-e", `while (process.cpuUsage().user < ${milliseconds * 1000});`]);

test("charges each stage with the child processes that ended in it", () => {
  const cpu = new CpuTime();
  busy(300);
  cpu.charge("unit");
  cpu.charge("lint");
  if (!cpu.isKnown) return;
  expect(cpu.seconds.get("unit")).toBeGreaterThanOrEqual(0.29);
  expect(cpu.seconds.get("lint")).toBe(0);
});
