import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'

/** A published shift on a day on which its person is unavailable. Instants are ISO texts in UTC. */
export type RosteredShift = {
  id: number
  event: number
  name: string
  duty: string
  start: string
  end: string
  seeks_cover: boolean
}

export const MAX_ROSTERED = 50

export const tellCoordinatorInput = z.object({
  shifts: z
    .array(z.number(expected('Must be an id.')).int().positive())
    .min(1, 'Give at least one.')
    .max(MAX_ROSTERED),
})
