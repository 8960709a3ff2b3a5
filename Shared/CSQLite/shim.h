// SQLite's "copy the bytes" destructor is a cast of -1, which Swift cannot import.
#pragma once
#include <sqlite3.h>

static inline int cx_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
    return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int cx_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
    return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                       : sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}
