import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { NotesOf, ObjectName, ObjectTypes } from "./object-types.ts";

const SCHEMA = `
  create table if not exists meta (key text primary key, value text not null) strict;
  create table if not exists objects (
    seq integer primary key autoincrement,
    id text not null unique,
    object text not null,
    created integer not null,
    due integer,
    body text not null,
    notes text not null default '{}'
  ) strict;
  create index if not exists objects_by_kind on objects (object, seq);
  create index if not exists objects_by_due on objects (due) where due is not null;
  create index if not exists objects_by_payment_intent on objects (object, json_extract(body, '$.payment_intent'));
  create index if not exists objects_by_customer on objects (object, json_extract(body, '$.customer'));
`;

export interface Condition {
  sql: string;
  values: SQLInputValue[];
}

/** Returns the condition that a JSON path (without `$.`) has this value. */
export function fieldIs(path: string, value: string | undefined): Condition[] {
  return value === undefined ? [] : [{ sql: `json_extract(body, '$.${path}') = ?`, values: [value] }];
}

/** All state in one SQLite file, written synchronously, so a response survives a kill. */
export class Store {
  readonly db: DatabaseSync;
  #depth = 0;

  constructor(path: string) {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
    this.db = new DatabaseSync(path);
    this.db.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;");
    this.db.exec(SCHEMA);
  }

  close(): void {
    this.db.close();
  }

  /** Commits all changes or none. A nested transaction can fail alone. */
  transaction<T>(run: () => T): T {
    const name = `level_${this.#depth}`;
    this.db.exec(this.#depth === 0 ? "begin immediate" : `savepoint ${name}`);
    this.#depth++;
    try {
      const result = run();
      this.db.exec(this.#depth === 1 ? "commit" : `release ${name}`);
      return result;
    } catch (error) {
      this.db.exec(this.#depth === 1 ? "rollback" : `rollback to ${name}; release ${name}`);
      throw error;
    } finally {
      this.#depth--;
    }
  }

  insert<N extends ObjectName>(object: ObjectTypes[N], notes?: NotesOf<N>): ObjectTypes[N] {
    const created = "created" in object ? object.created : 0;
    this.db
      .prepare("insert into objects (id, object, created, body, notes) values (?, ?, ?, ?, ?)")
      .run(object.id, object.object, created, JSON.stringify(object), JSON.stringify(notes ?? {}));
    return object;
  }

  update<N extends ObjectName>(object: ObjectTypes[N]): ObjectTypes[N] {
    this.db.prepare("update objects set body = ? where id = ?").run(JSON.stringify(object), object.id);
    return object;
  }

  get<N extends ObjectName>(name: N, id: string): ObjectTypes[N] | null {
    const row = this.db.prepare("select body from objects where id = ? and object = ?").get(id, name);
    return row ? (JSON.parse(String(row.body)) as ObjectTypes[N]) : null;
  }

  /** Returns a linked object. Throws if it is missing, which would be our bug. */
  need<N extends ObjectName>(name: N, id: string): ObjectTypes[N] {
    const object = this.get(name, id);
    if (!object) throw new Error(`The state file has no ${name} ${id}`);
    return object;
  }

  notes<N extends ObjectName>(_name: N, id: string): NotesOf<N> {
    const row = this.db.prepare("select notes from objects where id = ?").get(id);
    return JSON.parse(String(row?.notes ?? "{}")) as NotesOf<N>;
  }

  addNotes<N extends ObjectName>(name: N, id: string, more: Partial<NotesOf<N>>): void {
    const notes = { ...this.notes(name, id), ...more };
    this.db.prepare("update objects set notes = ? where id = ?").run(JSON.stringify(notes), id);
  }

  /** Sets the object's next due time (Unix seconds of the sandbox's clock), or null. */
  setDue(id: string, due: number | null): void {
    this.db.prepare("update objects set due = ? where id = ?").run(due, id);
  }

  nextDue(): { id: string; name: ObjectName; due: number } | null {
    const row = this.db
      .prepare("select id, object, due from objects where due is not null order by due, seq limit 1")
      .get();
    return row ? { id: String(row.id), name: String(row.object) as ObjectName, due: Number(row.due) } : null;
  }

  position(name: ObjectName, id: string): number | null {
    const row = this.db.prepare("select seq from objects where id = ? and object = ?").get(id, name);
    return row ? Number(row.seq) : null;
  }

  select<N extends ObjectName>(
    name: N,
    conditions: Condition[],
    order: "newest" | "oldest",
    limit: number,
  ): ObjectTypes[N][] {
    const where = ["object = ?", ...conditions.map((condition) => condition.sql)].join(" and ");
    const values = conditions.flatMap((condition) => condition.values);
    const direction = order === "newest" ? "desc" : "asc";
    return this.db
      .prepare(`select body from objects where ${where} order by seq ${direction} limit ?`)
      .all(name, ...values, limit)
      .map((row) => JSON.parse(String(row.body)) as ObjectTypes[N]);
  }

  getMeta<T>(key: string): T | null {
    const row = this.db.prepare("select value from meta where key = ?").get(key);
    return row ? (JSON.parse(String(row.value)) as T) : null;
  }

  setMeta(key: string, value: unknown): void {
    this.db
      .prepare("insert into meta values (?, ?) on conflict (key) do update set value = excluded.value")
      .run(key, JSON.stringify(value));
  }
}
