import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const id = z.number().int().positive()

/** The `updated_at` of a record when it was read. */
export const version = boundedText({ max: 40 })

/** The caller's key for a new record; its messages are reported under it. */
export const key = boundedText({ max: 40 })

const fields = z.record(z.string(), z.unknown())

const eachOnce = ({ changed, removed }: { changed: readonly { id: number }[]; removed: readonly { id: number }[] }) =>
  new Set([...changed, ...removed].map((record) => record.id)).size === changed.length + removed.length

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

export type Conflict = {
  id: number
  removed: boolean
  /** The stored version; null for a removed record. */
  version: string | null
  fields: Fields
  /** The last author; null for a program. */
  by: string | null
}

export type ChangesetSaved = { saved: number; undo: { token: string; expires: string }[] }
