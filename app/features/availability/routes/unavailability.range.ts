import { redirect } from '@remix-run/node'
import { parse } from '#app/http/parse.ts'
import { screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { markRange } from '#server/availability/days/commands.ts'
import { rangeInput } from '#server/availability/days/contract.ts'

export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form) => {
    const input = { ...Object.fromEntries(form), weekdays: form.getAll('weekdays') }
    return markRange(ctx, parse(rangeInput, input))
  },
})

export const loader = () => redirect(paths.calendar)
