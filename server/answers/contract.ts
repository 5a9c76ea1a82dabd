import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { MAX_REASON, type ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** What somebody says about a shift of theirs; `asked` takes an answer back. */
const ANSWERS = ['confirmed', 'declined', 'asked'] as const
export type GivenAnswer = (typeof ANSWERS)[number]

const answer = z.enum(ANSWERS, expected(`Must be one of ${ANSWERS.join(', ')}.`))

const fields = {
  answer,
  /** Why, for the person and coordinators only. */
  reason: boundedText({ max: MAX_REASON, trim: true }).default(''),
  /** Whether to look for somebody else; only for `declined`. By default a decline does, and one that is repeated starts nothing again. */
  cover: z.boolean(expected('Must be true or false.')).optional(),
}

/** `release`: leave the shift at once instead of looking for cover, where the site allows it. */
export const answerInput = z.object({
  ...fields,
  release: z.boolean(expected('Must be true or false.')).default(false),
})
export type AnswerInput = z.infer<typeof answerInput>

/** The most shifts that one call answers. */
export const MAX_ANSWERS = 100

export const answersInput = z
  .array(answerInput.extend({ id: z.number(expected('Must be an id.')).int().positive() }), expected('Must be a list.'))
  .min(1, 'At least one.')
  .max(MAX_ANSWERS, `At most ${MAX_ANSWERS}.`)
  .superRefine((answers, ctx) => {
    for (const [at, { id }] of answers.entries())
      if (answers.findIndex((one) => one.id === id) < at)
        ctx.addIssue({ code: 'custom', path: [at, 'id'], message: 'This shift is in the list already.' })
  })

/** An answer by a link: for one of its shifts; without `shift` for its only one, or for all that have no answer yet. */
export const linkAnswerInput = z.object({
  ...fields,
  answer: z.enum(['confirmed', 'declined'], expected('Must be one of confirmed, declined.')),
  shift: z.number(expected('Must be an id.')).int().positive().optional(),
  /** What the page said of the shifts, by their `stated`: needed for those that have changed since the message asked. */
  stated: z
    .array(boundedText({ max: 12 }))
    .max(200)
    .optional(),
})
export type LinkAnswerInput = z.infer<typeof linkAnswerInput>

/** What a link shows: one person's first name and the shifts it asks about. Anybody who holds the link can read it. */
export const answerPage = z.object({
  shifts: z.array(
    z.object({
      id: z.number().int(),
      event: z.string(),
      start: instant,
      end: instant,
      location: z.string().nullable(),
      assignment: z.string().nullable(),
      role: z.string().nullable(),
      answer: z.enum(['asked', 'confirmed', 'seeking_cover']),
      /** Whether others are asked to take it. */
      sought: z.boolean(),
      /** Whether it has changed since the message asked. */
      changed: z.boolean(),
      /** Stands for what is said of it here. */
      stated: z.string(),
      /** What it was when its person last answered or, if they have not, when the message asked; absent when it is the same. */
      before: z
        .object({
          ...{ start: instant, end: instant, location: z.string().nullable() },
          ...{ assignment: z.string().nullable().optional(), role: z.string().nullable().optional() },
        })
        .optional(),
    }),
  ),
  person: z.object({ first_name: z.string() }),
  site: z.object({ name: z.string(), contact_name: z.string(), contact_email: z.string() }),
  /** When the link ends. */
  until: instant,
})
export type AnswerPage = z.infer<typeof answerPage>

/** One's own answer as its screens show it. */
export type OwnStanding = {
  answer: ShiftAnswer
  /** Whether it was asked for twice. */
  nudged: boolean
  /** Whether cover is sought; false while only the coordinators know. */
  sought: boolean
  /** Whether it can be answered or changed: the shift has not begun, and its event takes place and is not archived. */
  may_answer: boolean
  /** What the person misses for it; null for nothing. */
  unfit?: Unfit | null
}
