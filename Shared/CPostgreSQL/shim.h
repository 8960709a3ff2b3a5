// Field codes are character constants, and a notice processor is a function of C.
#pragma once
#include <libpq-fe.h>

static inline const char *cx_sqlstate(const PGresult *result) { return PQresultErrorField(result, PG_DIAG_SQLSTATE); }

static inline const char *cx_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline const char *cx_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

static inline void cx_ignore_notice(void *unused, const char *message) {
    (void)unused;
    (void)message;
}

// Without it libpq writes notices to standard error.
static inline void cx_silence_notices(PGconn *connection) { PQsetNoticeProcessor(connection, cx_ignore_notice, NULL); }
