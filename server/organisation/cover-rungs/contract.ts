import * as z from 'zod'
import { MAX_RUNGS } from './rules.ts'

const number = z.number('Must be a number.')

/** Keys in storage order, so that unchanged rungs serialise to the same text. */
const rung = z.object({ every: number, people: number.nullable(), more_than: number })

const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max

/** How many people to ask at a time, and how often, by hours left until the start: longest lead first. */
export const coverRungs = z
  .array(rung, 'Must be a list.')
  .min(1, 'At least one row.')
  .max(MAX_RUNGS, `At most ${MAX_RUNGS} rows.`)
  .superRefine((rungs, { addIssue }) => {
    for (const [at, { more_than, people, every }] of rungs.entries()) {
      const refuse = (message: string) => addIssue({ code: 'custom', message: `Row ${at + 1}: ${message}` })
      const before = rungs[at - 1]
      if (people !== null && !isWhole(people, 1, 1000)) refuse('ask 1 to 1000 people, or everyone.')
      if (!isWhole(every, 1, 168)) refuse('the next people are asked after 1 to 168 hours.')
      if (!isWhole(more_than, 0, 8760)) refuse('the time left is 0 to 8760 hours.')
      else if (before && before.more_than <= more_than) refuse('the time left must be shorter than in the row before.')
      else if (at === rungs.length - 1 && more_than !== 0) refuse('the last row must be for 0 hours, up to the start.')
    }
  })
