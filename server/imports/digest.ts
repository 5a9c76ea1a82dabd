import { createHash } from 'node:crypto'
import type { ImportKind, ImportMapping, ImportOptions } from './contract.ts'

const sorted = (record: Readonly<Record<string, unknown>>) =>
  JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * Returns the SHA-256 (hex) of kind, mapping, options and file: everything that decides an import's effect besides the
 * site.
 */
export const computeDigest = (kind: ImportKind, bytes: Uint8Array, mapping: ImportMapping, options: ImportOptions) =>
  createHash('sha256')
    .update(`${kind}\n${sorted(mapping)}\n${sorted(options)}\n`)
    .update(bytes)
    .digest('hex')
