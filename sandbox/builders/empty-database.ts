import { connect, emptyTables } from "./test-database";

// Each file of database tests starts with empty tables: it can't mistake an earlier file's rows for its own, and needn't
// search through them.
emptyTables(connect());
