import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { COVER_ANSWERS, covers } from './contract.ts'

const id = z.number(expected('Must be an id.')).int(expected('Must be an id.')).positive(expected('Must be an id.'))

export const startCoverInput = z.object({ shift: id })

/** The most shifts for which one call starts searches. */
export const MAX_STARTS = 100
export const startCoversInput = z.object({
  shifts: z.array(id, expected('Must be a list.')).min(1, 'At least one.').max(MAX_STARTS, `At most ${MAX_STARTS}.`),
})
export const startedAnswer = z.object({ started: z.number().int() })

/** The most people whom one call asks. */
export const MAX_ASKED = 100
/** One person, or several together. */
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

/** A search as its commands answer. */
export const coverAnswer = covers.record

/** Why somebody is left out of a search, and what they are called. */
export const leftOut = z.object({
  person: z.number().int(),
  name: z.string(),
  obstacles: z.array(z.object({ code: z.string(), words: z.string() })),
  /** The last local day on which they held what the shift needs; null when they never did, or something else keeps them from it. */
  lapsed: z.string().meta({ format: 'date' }).nullable(),
})

export const candidate = z.object({
  person: z.number().int(),
  name: z.string(),
  availability: z.enum(['available', 'unmarked', 'if_required']),
  recent: z.number().int(),
  last_asked: instant.nullable(),
  /** Whether they are on the waiting list for such a shift at the event. */
  waits: z.boolean(),
  /** Whether a mail or a text can reach them. */
  reachable: z.boolean(),
})

/** Who could cover a shift in the order in which they are asked, and the others with the reasons. */
export const candidatesAnswer = z.object({ candidates: z.array(candidate), left_out: z.array(leftOut) })
export type CandidatesAnswer = z.infer<typeof candidatesAnswer>

/**
 * How many people are asked first; `at` is null for now, else when the night is over. `waits`: they are on the waiting list. `coordinator` is the
 * first name of who coordinates the event, where that is one person besides the shift's own; null otherwise.
 */
export const coverPreview = z.object({
  people: z.number().int(),
  waits: z.boolean(),
  at: instant.nullable(),
  coordinator: z.string().nullable(),
})
export type CoverPreview = z.infer<typeof coverPreview>

/** What a link shows: one person's first name and one shift. Anybody who holds the link can read it. */
export const coverPage = z.object({
  /** `taken`: somebody else has it; `not_needed`: its person needs no cover any more. */
  state: z.enum(['open', 'yours', 'declined', 'taken', 'not_needed']),
  shift: z.object({
    event: z.string(),
    start: instant,
    end: instant,
    location: z.string().nullable(),
    assignment: z.string().nullable(),
    role: z.string().nullable(),
  }),
  person: z.object({ first_name: z.string() }),
  /** Why this person: sentences without anybody's name. */
  why: z.array(z.string()),
  /** How many people are asked, this one among them. */
  asked: z.number().int(),
  /** Other shifts that this person could do; once this one is taken or not needed. */
  instead: z.array(
    z.object({
      id: z.number().int(),
      event: z.string(),
      start: instant,
      end: instant,
      assignment: z.string().nullable(),
    }),
  ),
  site: z.object({ name: z.string(), contact_name: z.string(), contact_email: z.string() }),
})
export type CoverPage = z.infer<typeof coverPage>
