import * as z from 'zod'
import { flagOf } from './filters.ts'

/** A flag of a query or a form, read as those of lists are: true and false may be 1 and 0, and without a value it is true. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''], 'Must be true or false.')
  .transform((text) => flagOf(text) === true)
