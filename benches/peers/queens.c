/* The usual bitmask search, in lexicographic order. queens N 0 prints the number of solutions, queens N K the K-th one,
 * queens N -1 all of them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static long wanted, found;
static int queens[32];

static void print(void) {
    for (int column = 0; column < n; column++)
        printf("%d%c", queens[column] + 1, column == n - 1 ? '\n' : ' ');
}

static uint64_t count(uint32_t rows, uint32_t up, uint32_t down) {
    uint32_t full = (UINT32_C(1) << n) - 1;
    if (rows == full)
        return 1;
    uint64_t solutions = 0;
    for (uint32_t free = full & ~(rows | up | down); free; free &= free - 1) {
        uint32_t row = free & -free;
        solutions += count(rows | row, (up | row) << 1, (down | row) >> 1);
    }
    return solutions;
}

static void list(int column, uint32_t rows, uint32_t up, uint32_t down) {
    if (column == n) {
        found++;
        if (wanted < 0 || found == wanted)
            print();
        if (found == wanted)
            exit(0);
        return;
    }
    uint32_t full = (UINT32_C(1) << n) - 1;
    for (uint32_t free = full & ~(rows | up | down); free; free &= free - 1) {
        uint32_t row = free & -free;
        queens[column] = __builtin_ctz(row);
        list(column + 1, rows | row, (up | row) << 1, (down | row) >> 1);
    }
}

int main(int argc, char **argv) {
    if (argc != 3 || (n = atoi(argv[1])) < 1 || n > 31)
        return fputs("usage: queens N COUNT_OR_RANK\n", stderr), 2;
    wanted = atol(argv[2]);
    if (wanted == 0)
        printf("%llu\n", (unsigned long long)count(0, 0, 0));
    else
        list(0, 0, 0, 0);
}
