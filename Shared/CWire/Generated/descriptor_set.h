/* Generated from the contract as a whole by WireGenerator. Edit the contract, then run `make proto`. */
#pragma once
#include <stddef.h>
#include <stdint.h>

const uint8_t *wire_file_descriptor_set(void);
size_t wire_file_descriptor_set_size(void);
