import { useLoaderData } from '@remix-run/react'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import { listOwnShifts, swapOptionsFor } from '#server/swaps/queries.ts'
import { isWanted } from '#server/swaps/rules.ts'
import { findPossible } from '#server/swaps/search.ts'
import { screen } from '../http/screen.ts'
import { idsOf, wishesOf } from '../screens/swaps/address.ts'
import { type NewSwapData, NewSwapScreen } from '../screens/swaps/new-swap-screen.tsx'

export const handle = { title: 'Give a shift away', width: '860px' }

const NOTHING = { people: [], shifts: [] }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { url }): Promise<NewSwapData> => {
    const { searchParams: search } = url
    const own = await listOwnShifts(ctx)
    const given = own.find(({ id }) => String(id) === search.get('shift')) ?? own[0]
    const kind = search.get('kind')
    const zone = ctx.site.timezone
    const options = given ? await swapOptionsFor(ctx, given.id) : NOTHING
    const { wants, month } = wishesOf(search)
    const not = idsOf(search.get('not'))
    const fits = options.shifts.filter((one) => isWanted(wants, { ...one, assignment: one.assignment_id }, zone))
    const ticked = fits.flatMap(({ id }) => (not.includes(id) ? [] : id))
    const assignments = new Map(
      options.shifts.flatMap((one) =>
        one.assignment_id && one.assignment ? [[one.assignment_id, one.assignment]] : [],
      ),
    )
    const isOffer = kind !== 'hand_over' && kind !== 'swap'
    const wished = ticked.length < fits.length ? { shifts: ticked } : wants
    return {
      own,
      shift: given?.id ?? null,
      kind: isOffer ? 'offer' : kind,
      options,
      ...{ wants, month, not, fits },
      months: [...new Set(options.shifts.map(({ start }) => dayOf(start, zone).slice(0, 7)))].slice(0, 4),
      assignments: [...assignments].map(([id, name]) => ({ id, name })),
      possible: given && isOffer ? await findPossible(ctx, given, wished) : null,
    }
  },
})

export default function NewSwap() {
  return <NewSwapScreen {...useLoaderData<typeof loader>()} />
}
