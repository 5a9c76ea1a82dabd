import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

export const toDoQuery = z.object({
  kind: boundedText({ max: 40 }).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
})

const id = z.number().int().positive()

/** Instants are ISO text in UTC. */
export const toDoItem = z.object({
  kind: z.string(),
  id,
  /** When it ends, fails or is late if no one acts; null where nothing does. */
  at: instant.nullable(),
  person: id.nullable(),
  who: z.string(),
  avatar: z.string().nullable(),
  event: id.nullable(),
  /** The event's name. */
  what: z.string(),
  start: instant.nullable(),
  /** What the kind needs for its words and its next action. */
  facts: z.record(z.string(), z.unknown()),
})
export type ToDoItem = z.infer<typeof toDoItem>

/** A question to a person, about a shift. Instants are ISO text in UTC. */
export type Question<Kind extends string = string, Facts = unknown> = {
  kind: Kind
  id: number
  /** By when they must answer. */
  at: string
  event: number
  event_name: string
  start: string
  end: string
  assignment: string | null
  role: string | null
  location: string | null
  facts: Facts
}

export const toDoList = z.object({
  /** By kind, the one with the most urgent item first; kinds with nothing to do are left out. */
  kinds: z.array(z.object({ kind: z.string(), word: z.string(), count: z.number().int() })),
  /** Of all kinds that were asked for. */
  count: z.number().int(),
  items: z.array(toDoItem),
})
export type ToDoList = z.infer<typeof toDoList>
