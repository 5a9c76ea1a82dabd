import * as z from 'zod'

/** An instant of an answer: ISO 8601 in UTC with milliseconds, as the API writes all of them. */
export const instant = z.string().meta({ format: 'date-time' })
