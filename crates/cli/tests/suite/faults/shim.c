/* Fault injection at a program's file operations, by LD_PRELOAD.
 *
 * A call matches if its file is in the directory NQDB_FAULT_DIR. All matching calls are logged to the file
 * NQDB_FAULT_LOG, with the bytes that were written. NQDB_FAULT is OPERATIONS:AT:SPAN:ACTION:VALUE:
 *
 * - OPERATIONS: the letters of the counted operations, see OPEN to CLOSE below;
 * - AT: the first affected call, from 1; SPAN: the number of calls, 0 for all from then on;
 * - ACTION and VALUE: `before` and `after` kill the process before or after the call, `stop` stops it before the
 *   call, `delay` delays it by VALUE milliseconds, `errno` fails with the error number VALUE, `short` reads or
 *   writes half, `flip` flips bit VALUE (modulo the length) of the data.
 *
 * With NQDB_FAULT_SLEEP=skip, sleeps return immediately. The shim's own calls are direct system calls and never match.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum operation {
    OPEN = 'o', READ = 'r', WRITE = 'w', SYNC = 's', TRUNCATE = 't', UNLINK = 'u', RENAME = 'n',
    FLOCK = 'f', LOCK = 'l', UNLOCK = 'y', CLOSE = 'c',
    FAULT = '!', MEMORY = 'm',
};

/* A record of the log; the path and the bytes follow. shim.rs reads it. */
struct record {
    int64_t operation, offset, result, created, path_length, data_length;
};

enum { FILES = 1024, LOG_DESCRIPTOR = 1000 /* or the highest that the process may have */ };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char directory[PATH_MAX];
static size_t directory_length;
static char *paths[FILES];
static int log_descriptor = -1;
static int skips_sleep;

static char operations[16], action[16];
static long at, span, value, count;

static void log_call(int operation, const char *path, int64_t offset, int64_t result, int created,
                     const void *data) {
    if (log_descriptor < 0) return;
    size_t data_length = operation == WRITE && result > 0 ? (size_t)result : 0;
    if (operation == RENAME) data_length = strlen(data);
    struct record record = {operation, offset, result, created, (int64_t)strlen(path), (int64_t)data_length};
    struct iovec parts[3] = {{&record, sizeof record}, {(void *)path, strlen(path)}, {(void *)data, data_length}};
    syscall(SYS_writev, log_descriptor, parts, 3);
}

/* Logs the largest resident memory so far, in KiB. */
static void log_memory(void) {
    char text[4096];
    int status = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC);
    long length = syscall(SYS_read, status, text, sizeof text - 1);
    syscall(SYS_close, status);
    if (length <= 0) return;
    text[length] = 0;
    const char *line = strstr(text, "VmHWM:");
    if (line) log_call(MEMORY, "", 0, atol(line + 6), 0, NULL);
}

static int matches(const char *path) {
    return directory_length && strncmp(path, directory, directory_length) == 0 &&
           (path[directory_length] == 0 || path[directory_length] == '/');
}

static const char *path_of(int file) { return file >= 0 && file < FILES ? paths[file] : NULL; }

static void remember(int file, const char *path) {
    if (file < 0 || file >= FILES) return;
    free(paths[file]);
    paths[file] = path ? strdup(path) : NULL;
}

/* Counts a matching call, and returns whether it is affected. Kills, stops and delays before the call. */
static int is_hit(int operation, const char *path) {
    if (!at || !strchr(operations, operation)) return 0;
    count++;
    if (count < at || (span && count >= at + span)) return 0;
    log_call(FAULT, path, 0, operation, 0, NULL);
    if (strcmp(action, "before") == 0) {
        log_memory();
        syscall(SYS_kill, getpid(), SIGKILL);
    }
    if (strcmp(action, "stop") == 0) syscall(SYS_kill, getpid(), SIGSTOP);
    if (strcmp(action, "delay") == 0) {
        struct timespec time = {value / 1000, value % 1000 * 1000000};
        syscall(SYS_nanosleep, &time, NULL);
    }
    return 1;
}

static int is(int hit, const char *what) { return hit && strcmp(action, what) == 0; }

static int fails(int hit) { return is(hit, "errno"); }

/* Ends a matching call: logs it, and kills after it. */
static void done(int hit, int operation, const char *path, int64_t offset, int64_t result, int created,
                 const void *data) {
    int error = errno;
    log_call(operation, path, offset, result, created, data);
    if (is(hit, "after")) {
        log_memory();
        syscall(SYS_kill, getpid(), SIGKILL);
    }
    pthread_mutex_unlock(&mutex);
    errno = error;
}

/* Makes a counted call by its system call number; returns its result or the fault's error. The mutex is held. */
static long simple(int operation, const char *path, int64_t offset, long number, long a, long b, long c) {
    int hit = is_hit(operation, path);
    long result;
    if (fails(hit)) {
        result = -1;
        /* Linux closes a file even if close fails. */
        if (operation == CLOSE) syscall(number, a, b, c);
        errno = (int)value;
    } else {
        result = syscall(number, a, b, c);
    }
    done(hit, operation, path, offset, result, 0, NULL);
    return result;
}

static int open_file(int at_directory, const char *path, int flags, mode_t mode) {
    if (!matches(path)) return (int)syscall(SYS_openat, at_directory, path, flags, mode);
    pthread_mutex_lock(&mutex);
    int hit = is_hit(OPEN, path), created = 0, file;
    if (fails(hit)) {
        file = -1;
        errno = (int)value;
    } else {
        created = (flags & O_CREAT) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
        file = (int)syscall(SYS_openat, at_directory, path, flags, mode);
        remember(file, path);
    }
    done(hit, OPEN, path, flags & O_TRUNC, file, created, NULL);
    return file;
}

#define MODE(flags, mode) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list list; \
        va_start(list, flags); \
        mode = va_arg(list, mode_t); \
        va_end(list); \
    }

int open(const char *path, int flags, ...) { MODE(flags, mode) return open_file(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags, mode) return open_file(AT_FDCWD, path, flags, mode); }
int openat(int base, const char *path, int flags, ...) { MODE(flags, mode) return open_file(base, path, flags, mode); }
int openat64(int base, const char *path, int flags, ...) { MODE(flags, mode) return open_file(base, path, flags, mode); }

static void flip(void *data, ssize_t length) {
    size_t bit = (size_t)value % ((size_t)length * 8);
    ((unsigned char *)data)[bit / 8] ^= (unsigned char)(1 << (bit % 8));
}

/* Reads at an offset, or at the file's position if the offset is negative. */
static ssize_t read_file(int file, void *data, size_t length, off_t offset) {
    const char *path = path_of(file);
    int hit = 0;
    if (path) {
        pthread_mutex_lock(&mutex);
        hit = is_hit(READ, path);
        if (is(hit, "short") && length > 1) length /= 2;
    }
    ssize_t result = -1;
    if (fails(hit)) errno = (int)value;
    else if (offset < 0) result = syscall(SYS_read, file, data, length);
    else result = syscall(SYS_pread64, file, data, length, offset);
    if (is(hit, "flip") && result > 0) flip(data, result);
    if (path) done(hit, READ, path, offset, result, 0, NULL);
    return result;
}

ssize_t read(int file, void *data, size_t length) { return read_file(file, data, length, -1); }
ssize_t pread(int file, void *data, size_t length, off_t offset) { return read_file(file, data, length, offset); }
ssize_t pread64(int file, void *data, size_t length, off64_t offset) { return read_file(file, data, length, offset); }

/* Writes at an offset, or at the file's position if the offset is negative. */
static ssize_t write_file(int file, const void *data, size_t length, off_t offset) {
    const char *path = path_of(file);
    if (!path) {
        if (offset < 0) return syscall(SYS_write, file, data, length);
        return syscall(SYS_pwrite64, file, data, length, offset);
    }
    pthread_mutex_lock(&mutex);
    int hit = is_hit(WRITE, path);
    off_t place = offset < 0 ? syscall(SYS_lseek, file, 0, SEEK_CUR) : offset;
    if (is(hit, "short") && length > 1) length /= 2;
    ssize_t result = -1;
    char *changed = NULL;
    if (is(hit, "flip") && length) {
        changed = malloc(length);
        memcpy(changed, data, length);
        flip(changed, (ssize_t)length);
        data = changed;
    }
    if (fails(hit)) errno = (int)value;
    else if (offset < 0) result = syscall(SYS_write, file, data, length);
    else result = syscall(SYS_pwrite64, file, data, length, offset);
    done(hit, WRITE, path, place, result, 0, data);
    free(changed);
    return result;
}

ssize_t write(int file, const void *data, size_t length) { return write_file(file, data, length, -1); }
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) { return write_file(file, data, length, offset); }
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) { return write_file(file, data, length, offset); }

/* A call on a file, counted if the file matches. */
static long on_file(int operation, int file, int64_t offset, long number, long b, long c) {
    const char *path = path_of(file);
    if (!path) return syscall(number, (long)file, b, c);
    pthread_mutex_lock(&mutex);
    return simple(operation, path, offset, number, file, b, c);
}

int fsync(int file) { return (int)on_file(SYNC, file, 0, SYS_fsync, 0, 0); }
int fdatasync(int file) { return (int)on_file(SYNC, file, 0, SYS_fdatasync, 0, 0); }
int ftruncate(int file, off_t length) { return (int)on_file(TRUNCATE, file, length, SYS_ftruncate, length, 0); }
int ftruncate64(int file, off64_t length) { return (int)on_file(TRUNCATE, file, length, SYS_ftruncate, length, 0); }
int flock(int file, int what) { return (int)on_file(FLOCK, file, 0, SYS_flock, what, 0); }

int close(int file) {
    const char *path = path_of(file);
    if (!path) return (int)syscall(SYS_close, file);
    pthread_mutex_lock(&mutex);
    char *name = paths[file];
    paths[file] = NULL;
    int result = (int)simple(CLOSE, name, 0, SYS_close, file, 0, 0);
    int error = errno;
    free(name);
    errno = error;
    return result;
}

static int control(int file, int command, long argument) {
    if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) {
        int takes = command != F_GETLK && ((struct flock *)argument)->l_type != F_UNLCK;
        /* A query whether a lock is held counts as a release: it does not wait for another process. */
        return (int)on_file(takes ? LOCK : UNLOCK, file, 0, SYS_fcntl, command, argument);
    }
    int result = (int)syscall(SYS_fcntl, file, command, argument);
    if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && path_of(file)) {
        pthread_mutex_lock(&mutex);
        remember(result, paths[file]);
        pthread_mutex_unlock(&mutex);
    }
    return result;
}

#define ARGUMENT(command, argument) \
    va_list list; \
    va_start(list, command); \
    long argument = va_arg(list, long); \
    va_end(list);

int fcntl(int file, int command, ...) { ARGUMENT(command, argument) return control(file, command, argument); }
int fcntl64(int file, int command, ...) { ARGUMENT(command, argument) return control(file, command, argument); }

int unlink(const char *path) {
    if (!matches(path)) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    pthread_mutex_lock(&mutex);
    return (int)simple(UNLINK, path, 0, SYS_unlinkat, AT_FDCWD, (long)path, 0);
}

int rename(const char *from, const char *to) {
    if (!matches(from)) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    pthread_mutex_lock(&mutex);
    int hit = is_hit(RENAME, from);
    long result = -1;
    if (fails(hit)) errno = (int)value;
    else result = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    done(hit, RENAME, from, 0, result, 0, to);
    return (int)result;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    if (skips_sleep) return sched_yield();
    return syscall(SYS_clock_nanosleep, clock, flags, time, rest) == 0 ? 0 : errno;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
    return skips_sleep ? sched_yield() : (int)syscall(SYS_nanosleep, time, rest);
}

int usleep(useconds_t microseconds) {
    struct timespec time = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
    return nanosleep(&time, NULL);
}

__attribute__((constructor)) static void begin(void) {
    const char *sleep = getenv("NQDB_FAULT_SLEEP"), *log = getenv("NQDB_FAULT_LOG");
    skips_sleep = sleep && strcmp(sleep, "skip") == 0;
    if (log) {
        int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        struct rlimit limit;
        rlim_t last = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur - 1 : LOG_DESCRIPTOR;
        if (last > LOG_DESCRIPTOR) last = LOG_DESCRIPTOR;
        log_descriptor = (int)syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, last);
        syscall(SYS_close, file);
    }
    const char *fault = getenv("NQDB_FAULT");
    if (fault && sscanf(fault, "%15[a-z]:%ld:%ld:%15[a-z]:%ld", operations, &at, &span, action, &value) != 5) {
        static const char message[] = "NQDB_FAULT is not OPERATIONS:AT:SPAN:ACTION:VALUE\n";
        syscall(SYS_write, 2, message, sizeof message - 1);
        _exit(99);
    }
    const char *place = getenv("NQDB_FAULT_DIR");
    if (place) {
        strncpy(directory, place, sizeof directory - 1);
        directory_length = strlen(directory);
    }
}

__attribute__((destructor)) static void end(void) { log_memory(); }
