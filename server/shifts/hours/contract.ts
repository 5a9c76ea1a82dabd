import * as z from 'zod'

/** The body of `shifts/{id}/start` and `/end`: an ISO 8601 instant with its zone. */
export const recordedTime = z.object({
  datetime: z
    .string({ error: 'Required.' })
    .pipe(z.iso.datetime({ offset: true, error: 'Give a date and time with its zone.' }))
    .transform((text) => new Date(text))
    .refine((at) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2200, 'Give a date and time with its zone.'),
})
export type RecordedTime = z.infer<typeof recordedTime>
