/*
** A server of HTTP on the loopback address, by libmicrohttpd, without threads: nothing happens but in server_wait.
**
** A request is handed out when it has wholly come, and its connection sleeps until it is answered,
** which may be much later. So the code that answers is never called from inside the library, and
** can be in the middle of something else.
*/
#ifndef GTS_SERVER_H
#define GTS_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#define MOST_BODY ((size_t)64 << 10)    /* bytes of a request's body; more is refused with 413 */
#define MOST_CONNECTIONS 250            /* at once; others wait to be let in */
#define PATIENCE 10                     /* seconds until a connection that says nothing is closed */

typedef struct Server Server;
typedef struct Request Request;

/* Where an answer is not a text alone: names and values of header fields, until a name is NULL. */
typedef struct Field { const char *name, *value; } Field;

/* Listens on 127.0.0.1; port 0: one that is free. NULL: `errno` says why not. */
Server *server_open (int port);

/* Ends all connections, those that wait for an answer too, and frees the server. */
void server_close (Server *server);

int server_port (const Server *server);

/* How many connections there are. */
int server_connections (const Server *server);

/*
** Serves for at most `seconds` (0: what can be done without waiting), less when a signal comes.
** Returns the first request that has wholly come and was not handed out yet, or NULL. It lives
** until it is answered or the server is closed.
*/
Request *server_wait (Server *server, double seconds);

/* Answers a request that was handed out, and forgets it. False: there was no memory for it, and the connection is closed. */
bool server_answer (Server *server, Request *request, int status, const char *body, size_t size, const Field *fields);

/* The parts of a request. They live as long as it does. */
const char *request_method (const Request *request);
const char *request_path (const Request *request);                      /* without what follows a ?, %-codes are characters */
const char *request_field (const Request *request, const char *name);   /* of its header; NULL: it has none of that name */
const char *request_body (const Request *request, size_t *size);

#endif
