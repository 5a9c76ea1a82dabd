import { markDay } from '#server/availability/days/commands.ts'
import { markInput } from '#server/availability/days/contract.ts'
import { parse } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'

/** Sets or removes one's own mark of the day. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form, { params }) => {
    const { available } = parse(markInput, Object.fromEntries(form))
    await markDay(ctx, { date: params.date ?? '', available })
    return {}
  },
})
