#include "CWireArena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 8,               // the block's requested size, in front of the block
    ALIGNMENT = 8,            // the strictest member of a generated struct: pointer, size_t, int64
    SCRATCH = 8 * 1024,       // fits every message of everyday calling
    CHUNK = 32 * 1024,
};

typedef struct chunk {
    struct chunk *next;
    size_t padding;           // keeps what follows at 16 bytes, as malloc gives it
} chunk;

struct wire_arena {
    ProtobufCAllocator allocator;
    uint8_t *cursor;
    uint8_t *end;
    size_t budget;            // what may still be handed out
    chunk *chunks;
    bool was_refused;
    bool is_on_heap;
};

typedef struct {
    wire_arena arena;
    bool is_open;
    _Alignas(16) uint8_t scratch[SCRATCH];
} thread_arena;

static _Thread_local thread_arena local;

static void *allocate(void *arena, size_t size) { return wire_arena_take(arena, size); }

// Single blocks are never given back; the arena goes as a whole.
static void release(void *arena, void *block) {
    (void)arena;
    (void)block;
}

wire_arena *wire_arena_open(size_t budget) {
    wire_arena *arena;
    if (local.is_open) {
        arena = calloc(1, sizeof *arena);
        if (arena == NULL) return NULL;
        arena->is_on_heap = true;
    } else {
        local.is_open = true;
        arena = &local.arena;
        memset(arena, 0, sizeof *arena);
        arena->cursor = local.scratch;
        arena->end = local.scratch + SCRATCH;
    }
    arena->allocator = (ProtobufCAllocator){.alloc = allocate, .free = release, .allocator_data = arena};
    arena->budget = budget;
    return arena;
}

void wire_arena_close(wire_arena *arena) {
    chunk *next;
    for (chunk *each = arena->chunks; each != NULL; each = next) {
        next = each->next;
        free(each);
    }
    if (arena->is_on_heap) {
        free(arena);
    } else {
        local.is_open = false;
    }
}

static bool add_chunk(wire_arena *arena, size_t need) {
    size_t size = need > CHUNK ? need : CHUNK;
    chunk *added = malloc(sizeof *added + size);
    if (added == NULL) return false;
    added->next = arena->chunks;
    arena->chunks = added;
    arena->cursor = (uint8_t *)(added + 1);
    arena->end = arena->cursor + size;
    return true;
}

void *wire_arena_take(wire_arena *arena, size_t size) {
    if (size > arena->budget) {
        arena->was_refused = true;
        return NULL;
    }
    size_t need = HEADER + ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    if (need > arena->budget
        || ((size_t)(arena->end - arena->cursor) < need && !add_chunk(arena, need))) {
        arena->was_refused = true;
        return NULL;
    }
    arena->budget -= need;
    uint64_t requested = size;
    memcpy(arena->cursor, &requested, HEADER);
    void *block = arena->cursor + HEADER;
    arena->cursor += need;
    return block;
}

ProtobufCAllocator *wire_arena_allocator(wire_arena *arena) { return &arena->allocator; }

bool wire_arena_was_refused(const wire_arena *arena) { return arena->was_refused; }

size_t wire_arena_block_size(const void *block) {
    uint64_t size;
    memcpy(&size, (const uint8_t *)block - HEADER, HEADER);
    return (size_t)size;
}
