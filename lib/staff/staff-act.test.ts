import { actWords, type StaffAct } from "@/lib/staff/staff-act";

test.each<[Pick<StaffAct, "kind" | "facts" | "count"> & Partial<StaffAct>, string]>([
  [{ kind: "arrival", facts: ["arrived_at"], count: null }, "Marked as arrived"],
  [{ kind: "match", facts: [], count: null }, "Matched a package"],
  [{ kind: "box", facts: ["box_counts"], count: 5 }, "Box counted, 5 in it"],
  [{ kind: "set_aside", facts: ["set_aside"], count: null }, "Set aside"],
  [{ kind: "set_aside_note", facts: ["set_aside"], count: null }, "Noted who was asked"],
  [{ kind: "set_aside_end", facts: ["set_aside"], count: null }, "Taken off what is set aside"],
  [{ kind: "check_in", facts: ["received_count"], count: 1200 }, "Checked in, 1,200 counted"],
  [{ kind: "check_in", facts: ["received_count"], count: 0 }, "Checked in, 0 counted"],
  [{ kind: "check_in", facts: ["shelf_location"], count: null }, "Counted again, the same number"],
  [
    { kind: "change", facts: ["internal_notes", "received_at", "submission_status"], count: null },
    "Changed notes, submission",
  ],
  [{ kind: "change", facts: ["received_at"], count: null }, "Changed when it came"],
  [{ kind: "change", facts: ["delay_reason", "delayed_until"], count: null }, "Changed delay"],
  [{ kind: "group_add", facts: [], count: null, group_id: 12 }, "Put into group 12"],
  [{ kind: "group_out", facts: [], count: null, group_id: 12 }, "Taken out of group 12"],
  [{ kind: "group_close", facts: [], count: null, group_id: 12, group_step: "closed" }, "Group 12 closed"],
  [{ kind: "group_step", facts: [], count: null, group_id: 12, group_step: "back" }, "Group 12: cards back"],
  [{ kind: "return", facts: ["tracking_number"], count: null }, "Sent back to its owner"],
])("%j reads as %s", (act, words) => {
  expect(actWords(act)).toBe(words);
});
