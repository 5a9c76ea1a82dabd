import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { linkInstead, linkPerson, linkShift, linkSite } from '#server/shift-facts/link-contract.ts'
import { COVER_ANSWERS, covers } from './contract.ts'

const id = z.number(expected('Must be an id.')).int(expected('Must be an id.')).positive(expected('Must be an id.'))

export const startCoverInput = z.object({ shift: id })

export const MAX_STARTS = 100
export const startCoversInput = z.object({
  shifts: z.array(id, expected('Must be a list.')).min(1, 'At least one.').max(MAX_STARTS, `At most ${MAX_STARTS}.`),
})
export const startedAnswer = z.object({ started: z.number().int() })

export const MAX_ASKED = 100
export const askedPeople = z
  .object({
    person: id.optional(),
    people: z
      .array(id, expected('Must be a list.'))
      .min(1, 'At least one.')
      .max(MAX_ASKED, `At most ${MAX_ASKED}.`)
      .optional(),
  })
  .refine(({ person, people }) => (person === undefined) !== (people === undefined), {
    path: ['person'],
    error: 'Give a person, or a list of people.',
  })
  .transform(({ person, people }) => [...new Set(people ?? (person === undefined ? [] : [person]))])

export const coverAnswerInput = z.object({
  answer: z.enum(COVER_ANSWERS, expected(`Must be one of ${COVER_ANSWERS.join(', ')}.`)),
})
export type CoverAnswerInput = z.infer<typeof coverAnswerInput>

export const coverAnswer = covers.record

export const leftOut = z.object({
  person: z.number().int(),
  name: z.string(),
  obstacles: z.array(z.object({ code: z.string(), words: z.string() })),
  /** The last local day on which they held the missing competency; null if they never did, or for another obstacle. */
  lapsed: z.string().meta({ format: 'date' }).nullable(),
})

export const candidate = z.object({
  person: z.number().int(),
  name: z.string(),
  availability: z.enum(['available', 'unmarked', 'if_required']),
  recent: z.number().int(),
  last_asked: instant.nullable(),
  waits: z.boolean(),
  reachable: z.boolean(),
})

export const candidatesAnswer = z.object({ candidates: z.array(candidate), left_out: z.array(leftOut) })
export type CandidatesAnswer = z.infer<typeof candidatesAnswer>

/**
 * The first group: its size; `at` is null for now, else the end of the quiet hours. `waits`: from the waiting list.
 * `coordinator` is the first name of the event's only coordinator besides the shift's person; else null.
 */
export const coverPreview = z.object({
  people: z.number().int(),
  waits: z.boolean(),
  at: instant.nullable(),
  coordinator: z.string().nullable(),
})
export type CoverPreview = z.infer<typeof coverPreview>

/** The page of a cover link: first name and one shift. Anyone with the link can read it. */
export const coverPage = z.object({
  /** `kept`: their yes waits for a change of the shift to settle; `taken`: someone else has it; `not_needed`: its person comes after all. */
  state: z.enum(['open', 'yours', 'kept', 'declined', 'taken', 'not_needed']),
  shift: linkShift,
  person: linkPerson,
  /** Reasons for asking this person, without anyone's name. */
  why: z.array(z.string()),
  asked: z.number().int(),
  instead: linkInstead,
  site: linkSite,
})
export type CoverPage = z.infer<typeof coverPage>
