import * as z from 'zod'

/** An instant of a response: ISO 8601 in UTC with milliseconds. */
export const instant = z.string().meta({ format: 'date-time' })
