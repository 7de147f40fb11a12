import type { PhotoList } from "@/lib/staff/photos/schema";
import { type StaffMember, signUpStaff } from "./rows.ts";
import { StaffActions } from "./staff-actions.ts";
import { call, personClient, type Sql } from "./test-database.ts";

type Subject = { p_order_id?: string; p_package_id?: string };
type Begun = { outcome: string; id: string; path: string };

export class PhotoActions {
  readonly actions: StaffActions;
  readonly member: StaffMember;

  private constructor(actions: StaffActions) {
    this.actions = actions;
    this.member = actions.member;
  }

  static async begin(sql: Sql): Promise<PhotoActions> {
    return new PhotoActions(new StaffActions(sql, await signUpStaff(sql)));
  }

  begin(subject: Subject, isPublic = true): Promise<Begun> {
    const args = { p_kind: "count", p_is_public: isPublic, ...subject };
    return this.actions.write<Begun>("staff_begin_photo", args);
  }

  async take(subject: Subject, isPublic = true): Promise<string> {
    const { id } = await this.begin(subject, isPublic);
    await this.actions.write("staff_change_photo", { p_photo_id: id, p_change: "finish" });
    return id;
  }

  list(subject: Subject): Promise<PhotoList> {
    return call<PhotoList>(personClient(this.member.accessToken), "staff_list_photos", { ...subject });
  }

  async remove(id: string): Promise<string> {
    return (await this.actions.write("staff_change_photo", { p_photo_id: id, p_change: "remove" })).outcome;
  }

  async keepPackage(): Promise<string> {
    return (await this.actions.write<{ package: { id: string } }>("staff_save_package", {})).package.id;
  }
}
