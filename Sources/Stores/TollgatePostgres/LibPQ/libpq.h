// PostgreSQL's own client, which is on every machine of a server (Debian: libpq-dev).
#include <libpq-fe.h>
