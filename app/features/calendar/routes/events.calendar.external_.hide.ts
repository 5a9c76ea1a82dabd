import { redirect } from '@remix-run/node'
import * as z from 'zod'
import { parse } from '#app/http/parse.ts'
import { screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { hideCalendar } from '#server/calendar/external/commands.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

const input = z.object({
  address: boundedText({ max: 2000 }),
  hide: z.enum(['true', 'false']).transform((text) => text === 'true'),
})

export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form) => {
    await hideCalendar(ctx, parse(input, Object.fromEntries(form)))
    return {}
  },
})

export const loader = () => redirect(paths.calendar)
