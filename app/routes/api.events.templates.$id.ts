import { forgetTemplate } from '#server/shifts/templates/commands.ts'
import { templatePlaces } from '#server/shifts/templates/queries.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

/** The places of a template as they would be on the event `onto`, for an editor to stage. */
export const loader = api({
  methods: ['GET'],
  requires: 'admin',
  access: 'read',
  handle: (ctx, { params, url }) =>
    templatePlaces(ctx.db, {
      template: idFrom(params.id),
      onto: idFrom(url.searchParams.get('onto') ?? undefined),
      zone: ctx.site.timezone,
    }),
})

export const action = api({
  methods: ['DELETE'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params }) => {
    await forgetTemplate(ctx, idFrom(params.id))
    return null
  },
})
