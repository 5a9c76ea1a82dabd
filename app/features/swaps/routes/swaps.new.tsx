import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { listOwnShifts, listSwapMonths, swapOptionsFor } from '#server/swaps/queries.ts'
import { datedShift, isWanted } from '#server/swaps/rules.ts'
import { findPossible } from '#server/swaps/search.ts'
import { idsOf, monthsWith, wishesOf, withoutUnticked } from '../address.ts'
import { type NewSwapData, NewSwapScreen } from '../new-swap-screen.tsx'

export const handle = { title: 'Give a shift away', auth: true, framed: false, width: '860px' }

const NOTHING = { people: [], shifts: [] }

export const loader = screen({
  requires: 'member',
  isHeavy: true,
  load: async (ctx, { url }): Promise<NewSwapData> => {
    const { searchParams: search } = url
    const own = await listOwnShifts(ctx)
    const given = own.find(({ id }) => String(id) === search.get('shift')) ?? own[0]
    const kind = search.get('kind')
    const zone = ctx.site.timezone
    const isOffer = kind !== 'hand_over' && kind !== 'swap'
    const { wants, month } = wishesOf(search)
    const coming = given ? await swapOptionsFor(ctx, given.id) : NOTHING
    const options = given && kind !== 'hand_over' && month ? await swapOptionsFor(ctx, given.id, wants) : coming
    const not = idsOf(search.get('not'))
    const fits = options.shifts.filter((one) =>
      isWanted(wants, datedShift({ ...one, assignment: one.assignment_id }, zone)),
    )
    const assignments = new Map(
      [...coming.shifts, ...options.shifts].flatMap((one) =>
        one.assignment_id && one.assignment ? [[one.assignment_id, one.assignment]] : [],
      ),
    )
    return {
      own,
      shift: given?.id ?? null,
      kind: isOffer ? 'offer' : kind,
      options,
      ...{ wants, month, not, fits },
      months: kind === 'hand_over' ? [] : monthsWith(await listSwapMonths(ctx), month),
      assignments: [...assignments].map(([id, name]) => ({ id, name })),
      possible: given && isOffer ? await findPossible(ctx, given, withoutUnticked(wants, fits, not)) : null,
    }
  },
})

export default function NewSwap() {
  return <NewSwapScreen {...useLoaderData<typeof loader>()} />
}
