#include "mpi/ranks.h"

#include <dlfcn.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

#include "base/clock.h"

enum { TEXT, GOODBYE };         /* tags */

/* A text on its way. */
typedef struct Sent Sent;

struct Sent {
  Sent *next;
  int to;
  MPI_Request request;
  char bytes[];
};

static bool begun, alone = true;        /* alone: there is no MPI */
static pid_t owner;
static MPI_Comm world;
static int rank, size = 1;
static Sent *on_their_way;
static bool *left;                      /* by rank: it has said goodbye */
static int first_left = -1;
static bool *forgotten;                 /* by rank: it is not waited for */
static bool complete = true;            /* none is */

int ranks_rank (void) { return rank; }

int ranks_size (void) { return size; }

bool ranks_is_own (void) { return owner == getpid(); }

void ranks_pause (int *idle) {
  enum { YIELDS = 50, STEP = 2000, MOST = 500000 };
  if (++*idle <= YIELDS) sched_yield();
  else {
    long nanoseconds = (long)(*idle - YIELDS) * STEP;
    nanosleep(&(struct timespec){0, nanoseconds < MOST ? nanoseconds : MOST}, NULL);
  }
}

void ranks_abort (const char *text) {
  fprintf(stderr, "gts.mpi: rank %d: %s\n", rank, text);
  fflush(NULL);
  if (!alone) MPI_Abort(MPI_COMM_WORLD, 1);
  _exit(1);
}

/* Sending. */

static void forget_what_has_gone (void) {
  for (Sent **place = &on_their_way; *place; ) {
    Sent *sent = *place;
    int gone;
    MPI_Test(&sent->request, &gone, MPI_STATUS_IGNORE);
    if (gone) {
      *place = sent->next;
      free(sent);
    } else place = &sent->next;
  }
}

static bool send_tagged (int to, int tag, const char *text, size_t length) {
  if (length > INT_MAX) return false;
  Sent *sent = malloc(sizeof *sent + length);
  if (!sent) return false;
  memcpy(sent->bytes, text, length);
  sent->to = to;
  MPI_Isend(sent->bytes, (int)length, MPI_BYTE, to, tag, world, &sent->request);
  sent->next = on_their_way;
  on_their_way = sent;
  return true;
}

bool ranks_send (int to, const char *text, size_t length) {
  forget_what_has_gone();
  return send_tagged(to, TEXT, text, length);
}

/* Receiving. */

/* A message that has come, to be freed; NULL: none has, or there is no memory for it. */
static char *take (int tag, int *from, size_t *length) {
  MPI_Message message;
  MPI_Status status;
  int there, count;
  *length = 0;
  MPI_Improbe(MPI_ANY_SOURCE, tag, world, &there, &message, &status);
  if (!there) return NULL;
  MPI_Get_count(&status, MPI_BYTE, &count);
  char *bytes = malloc((size_t)count + 1);
  *from = status.MPI_SOURCE;
  *length = (size_t)count;
  if (bytes) MPI_Mrecv(bytes, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  else if (count == 0) *length = 1;
  return bytes;
}

static void hear_goodbyes (void) {
  int from;
  size_t length;
  for (char *bytes; (bytes = take(GOODBYE, &from, &length)) != NULL; free(bytes)) {
    left[from] = true;
    if (first_left < 0) first_left = from;
  }
}

char *ranks_receive (double seconds, int *from, size_t *length) {
  double until = clock_now() + seconds;
  *length = 0;
  for (int idle = 0; !alone; ranks_pause(&idle)) {
    forget_what_has_gone();
    hear_goodbyes();            /* before: what they have sent is there then */
    char *bytes = take(TEXT, from, length);
    if (bytes || *length > 0) return bytes;
    if (clock_now() >= until) return NULL;
  }
  return NULL;
}

bool ranks_has_left (int other) {
  if (alone) return false;
  hear_goodbyes();
  return left[other];
}

int ranks_left (void) {
  if (!alone) hear_goodbyes();
  return first_left;
}

/* The end. */

void ranks_forget (int other) {
  forgotten[other] = true;
  complete = false;
}

static bool all_have_left (void) {
  for (int i = 0; i < size; i++) {
    if (i != rank && !left[i] && !forgotten[i]) return false;
  }
  return true;
}

/* Is nothing on its way to a rank that will take it? */
static bool all_have_taken (void) {
  for (const Sent *sent = on_their_way; sent; sent = sent->next) {
    if (!forgotten[sent->to]) return false;
  }
  return true;
}

/* A rank does not answer: MPI_Finalize would wait for it. The first ends all, without complaint; the others wait for that. */
static void part_without_some (void) {
  enum { PATIENCE = 30 };
  if (rank == 0) MPI_Abort(MPI_COMM_WORLD, 0);
  sleep(PATIENCE);
  _exit(0);
}

/* Waits until all ranks have ended their scripts. Receives and drops what is sent meanwhile, for its sender could not end otherwise. */
static void part (void) {
  int idle = 0, from;
  size_t length;
  for (int i = 0; i < size; i++) {
    if (i != rank && !send_tagged(i, GOODBYE, "", 0)) ranks_abort("not enough memory");
  }
  for (; !all_have_left() || !all_have_taken(); ranks_pause(&idle)) {
    hear_goodbyes();
    for (char *bytes; (bytes = take(TEXT, &from, &length)) != NULL; free(bytes)) {}
    forget_what_has_gone();
  }
  if (!complete) part_without_some();
  MPI_Finalize();
}

/* In exit(). What was printed is to be seen before the launcher ends us. */
static void end (int status, void *data) {
  int over;
  (void)data;
  if (!ranks_is_own() || MPI_Finalized(&over) != MPI_SUCCESS || over) return;
  fflush(NULL);
  if (status == 0 || size == 1) part();
  else MPI_Abort(MPI_COMM_WORLD, status);
}

/* The beginning. */

/* Has a launcher started us? They leave their marks in the environment. */
static bool is_launched (void) {
  static const char *const marks[] = {
    "OMPI_COMM_WORLD_", "PMI_", "PMIX_", "PMI2_", "HYDI_", "HYDRA_", "MV2_COMM_", "MPI_LOCAL", "I_MPI_", "ALPS_APP_", "PALS_",
    "FLUX_TASK_", "LSF_PM_", "JSM_",
  };
  extern char **environ;
  for (char **variable = environ; *variable; variable++) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
      if (strncmp(*variable, marks[i], strlen(marks[i])) == 0) return true;
    }
  }
  return false;
}

/*
** The launcher of one MPI passes a process of another nothing that it understands: each then takes itself for the only one. But how many
** there are stands in the environment, by launchers of MPI; or else by Slurm's, of which srun --mpi=none passes no more to processes.
*/
static bool is_estranged (void) {
  static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const char *text = getenv(sizes[i]);
    if (text) return size == 1 && atoi(text) > 1;
  }
  return false;
}

/* Lua unloads its modules at its end, which is before that of the process. */
static void stay (void) {
  Dl_info self;
  if (dladdr(&owner, &self) && self.dli_fname) (void)!dlopen(self.dli_fname, RTLD_NOW | RTLD_NODELETE);
}

static bool start (const char **why) {
  int initialized, over, provided;
  MPI_Initialized(&initialized);
  MPI_Finalized(&over);
  if (over) {
    *why = "MPI has been finalized already";
    return false;
  }
  if (!initialized) {
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    if (on_exit(end, NULL) != 0) ranks_abort("the end of the process cannot be watched");
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  left = calloc((size_t)size, sizeof *left);
  forgotten = calloc((size_t)size, sizeof *forgotten);
  if (!left || !forgotten) ranks_abort("not enough memory");
  alone = false;
  return true;
}

bool ranks_begin (const char **why) {
  if (begun) return true;
  owner = getpid();
  stay();
  if (is_launched() && alone && !start(why)) return false;
  begun = !is_estranged();
  if (!begun) *why = "the launcher that has started this job belongs to another MPI than the one that gts was built with";
  return begun;
}
