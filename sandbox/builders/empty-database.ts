import { connect, emptyTables } from "./test-database";

// Empty tables per file, so that no test depends on an earlier file's rows.
emptyTables(connect());
