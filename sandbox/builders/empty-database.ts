import { connect, emptyTables } from "./test-database";

// Empties the tables before each file, so that no test depends on another file's rows.
emptyTables(connect());
