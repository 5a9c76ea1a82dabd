import * as z from 'zod'
import type { Body } from './calls.ts'
import { parseList } from './parse.ts'

/** Accepts a list, or one object as a list of one. Each message is reported with its item. */
export const listBody = <T extends z.ZodType>(item: T, max: number): Body<z.output<T>[]> => ({
  schema: z.array(item).min(1).max(max),
  parseBody: (input) => parseList(item, input, max),
})

/** Passes the body on to a collection, which checks it. */
export const uncheckedBody = (schema: z.ZodType): Body<unknown> => ({ schema, parseBody: (input) => input })
