import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { MAX_REASON, type ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { linkPerson, linkShift, linkSite } from '#server/shift-facts/link-contract.ts'
import { shownShift } from '#server/shift-facts/shown-contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** An answer to the request to confirm a shift; `asked` withdraws it. */
const ANSWERS = ['confirmed', 'declined', 'asked'] as const
export type GivenAnswer = (typeof ANSWERS)[number]

const answer = z.enum(ANSWERS, expected(`Must be one of ${ANSWERS.join(', ')}.`))

const fields = {
  answer,
  /** The reason, visible to the person and coordinators only. */
  reason: boundedText({ max: MAX_REASON, trim: true }).default(''),
  /** Whether to search for cover; only for `declined`. Defaults to true on the first decline, and to false on a repeated one. */
  cover: z.boolean(expected('Must be true or false.')).optional(),
}

/** `release`: leave the shift immediately instead of looking for cover, where the site allows it. */
export const answerInput = z.object({
  ...fields,
  release: z.boolean(expected('Must be true or false.')).default(false),
  shown: shownShift.optional(),
})
export type AnswerInput = z.infer<typeof answerInput>

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

/** An answer by link: for one of its shifts; without `shift`, for its only one or for all that are unanswered. */
export const linkAnswerInput = z.object({
  ...fields,
  answer: z.enum(['confirmed', 'declined'], expected('Must be one of confirmed, declined.')),
  shift: z.number(expected('Must be an id.')).int().positive().optional(),
  /** Tokens of the shifts as the page showed them (`stated`); required for shifts that have changed since the message. */
  stated: z
    .array(boundedText({ max: 12 }))
    .max(200)
    .optional(),
})
export type LinkAnswerInput = z.infer<typeof linkAnswerInput>

/** The page of an answer link: first name and shifts. Anyone with the link can read it. */
export const answerPage = z.object({
  shifts: z.array(
    linkShift.extend({
      id: z.number().int(),
      answer: z.enum(['asked', 'confirmed', 'seeking_cover']),
      sought: z.boolean(),
      changed: z.boolean(),
      /** Token of the shift as shown here. */
      stated: z.string(),
      /** The shift as it was at the last answer or else in the message; absent if unchanged. */
      before: z
        .object({
          ...{ start: instant, end: instant, location: z.string().nullable() },
          ...{ assignment: z.string().nullable().optional(), role: z.string().nullable().optional() },
        })
        .optional(),
    }),
  ),
  person: linkPerson,
  site: linkSite,
  until: instant,
})
export type AnswerPage = z.infer<typeof answerPage>

export type OwnStanding = {
  answer: ShiftAnswer
  nudged: boolean
  /** Whether cover is sought; false while only the coordinators know. */
  sought: boolean
  /** Whether the answer can change: the shift has not begun, and its event is neither called off nor archived. */
  may_answer: boolean
  /** Competencies that the person lacks for it; null for none. */
  unfit?: Unfit | null
}
