import * as z from 'zod'
import { flagOf } from './filters.ts'

/** A flag in a query or form: true, false, 1 or 0; without a value it is true. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''], 'Must be true or false.')
  .transform((text) => flagOf(text) === true)
