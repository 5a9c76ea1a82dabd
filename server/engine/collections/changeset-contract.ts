import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const id = z.number().int().positive()

/** The version of a record as it was read: its `updated_at`. */
export const version = boundedText({ max: 40 })

/** The caller's key for a new record, which its messages are reported under. */
export const key = boundedText({ max: 40 })

const fields = z.record(z.string(), z.unknown())

const eachOnce = ({ changed, removed }: { changed: readonly { id: number }[]; removed: readonly { id: number }[] }) =>
  new Set([...changed, ...removed].map((record) => record.id)).size === changed.length + removed.length

/** Staged changes of one collection. Fields are those of the collection's own calls. */
export const changesetShape = {
  added: z.array(z.object({ key, fields })).max(500).default([]),
  changed: z.array(z.object({ id, version, fields })).max(1000).default([]),
  removed: z.array(z.object({ id, version })).max(1000).default([]),
}

export const changesetInput = z.object(changesetShape).refine(eachOnce, 'Each record once.')

type Fields = Record<string, unknown>

export type Changeset<F extends Fields = Fields> = {
  added: readonly { key: string; fields: F }[]
  changed: readonly { id: number; version: string; fields: Partial<F> }[]
  removed: readonly { id: number; version: string }[]
}

/** A record that has changed since it was read. */
export type Conflict = {
  id: number
  /** Whether somebody removed it. */
  removed: boolean
  /** The stored version; null for a removed record. */
  version: string | null
  /** The stored values of the fields in the change. */
  fields: Fields
  /** Who last wrote or removed it; null for a program. */
  by: string | null
}

/** The answer to a saved changeset. `undo` holds a token for each removal. */
export type ChangesetSaved = { saved: number; undo: { token: string; expires: string }[] }
