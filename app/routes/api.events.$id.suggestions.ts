import { slotQuery } from '#server/shifts/suggestions/contract.ts'
import { suggestFor } from '#server/shifts/suggestions/queries.ts'
import { slotOf } from '#server/shifts/suggestions/slot.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** For all open places of the event, or for the one that the query describes, as an editor holds it. */
export const loader = api({
  methods: ['GET'],
  requires: 'admin',
  access: 'read',
  handle: (ctx, { params, url }) => {
    const zone = ctx.site.timezone
    const query = url.searchParams.has('start') ? parse(slotQuery, Object.fromEntries(url.searchParams)) : null
    const slots = query ? [slotOf(query, zone)] : undefined
    return suggestFor(ctx.db, { event: idFrom(params.id), zone, slots, search: query?.search, limit: slots ? 40 : 12 })
  },
})
export const action = loader
