#pragma once
// Memory for one protobuf-c tree: bump allocation, freed as a whole, never more than a budget.
//
// Every block carries its requested size, so the length of a string that protobuf-c copied is known without a search
// for its NUL, and a NUL inside it is found. A thread's first open arena uses the thread's scratch block, so that small
// messages cost no heap allocation.
#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct wire_arena wire_arena;

// Opens an arena that hands out at most `budget` bytes. NULL if the system has no memory.
// It must be closed on the thread that opened it.
wire_arena *wire_arena_open(size_t budget);

// Frees everything the arena handed out.
void wire_arena_close(wire_arena *arena);

// A block of `size` bytes, aligned for any field of a generated struct; NULL once the budget is used up.
void *wire_arena_take(wire_arena *arena, size_t size);

// For protobuf_c_message_unpack: takes from the arena, frees nothing.
ProtobufCAllocator *wire_arena_allocator(wire_arena *arena);

// Whether a block was refused since the arena was opened: tells "no memory" from "malformed" after a failed unpack.
bool wire_arena_was_refused(const wire_arena *arena);

// The size that was asked for when this block was taken.
size_t wire_arena_block_size(const void *block);

// Whether this is protobuf-c's shared default of string fields, which lies in no arena.
static inline bool wire_is_empty_string(const char *string) { return string == protobuf_c_empty_string; }

// Whether a string of `count` bytes has a NUL in it.
static inline bool wire_has_nul(const void *string, size_t count) { return memchr(string, 0, count) != NULL; }
