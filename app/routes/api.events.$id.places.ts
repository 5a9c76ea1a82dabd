import { copiedPlaces } from '#server/shifts/copy/queries.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

/** The places of this event as they would be on the event `onto`, for an editor to stage. */
export const loader = api({
  methods: ['GET'],
  requires: 'admin',
  access: 'read',
  handle: (ctx, { params, url }) =>
    copiedPlaces(ctx.db, {
      from: idFrom(params.id),
      to: idFrom(url.searchParams.get('onto') ?? undefined),
      zone: ctx.site.timezone,
    }),
})
export const action = loader
