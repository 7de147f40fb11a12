import type { PhotoList } from "@/lib/staff/photos/schema";
import { type StaffMember, signUpStaff } from "./rows.ts";
import { StaffActs } from "./staff-acts.ts";
import { call, personClient, type Sql } from "./test-database.ts";

type Subject = { p_order_id?: string; p_package_id?: string };
type Begun = { outcome: string; id: string; path: string };

/** What a member of staff does with photographs, past the product and the storage service. */
export class PhotoActs {
  readonly acts: StaffActs;
  readonly member: StaffMember;

  private constructor(acts: StaffActs) {
    this.acts = acts;
    this.member = acts.member;
  }

  /** Somebody new on the staff. */
  static async begin(sql: Sql): Promise<PhotoActs> {
    return new PhotoActs(new StaffActs(sql, await signUpStaff(sql)));
  }

  /** Makes room for a photograph whose files are not stored yet. */
  begin(subject: Subject, isPublic = true): Promise<Begun> {
    const args = { p_kind: "count", p_is_public: isPublic, ...subject };
    return this.acts.write<Begun>("staff_begin_photo", args);
  }

  /** Takes a photograph; answers its id. */
  async take(subject: Subject, isPublic = true): Promise<string> {
    const { id } = await this.begin(subject, isPublic);
    await this.acts.write("staff_change_photo", { p_photo_id: id, p_change: "finish" });
    return id;
  }

  list(subject: Subject): Promise<PhotoList> {
    return call<PhotoList>(personClient(this.member.accessToken), "staff_list_photos", { ...subject });
  }

  async remove(id: string): Promise<string> {
    return (await this.acts.write("staff_change_photo", { p_photo_id: id, p_change: "remove" })).outcome;
  }

  /** Notes a package without a batch; answers its id. */
  async keepPackage(): Promise<string> {
    return (await this.acts.write<{ package: { id: string } }>("staff_save_package", {})).package.id;
  }
}
