import { api } from '../http/api.ts'

/** POST {competency, training, person, achieved, details}: one record, in list shape. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { body, app }) =>
    new Response(await app.collections.create(ctx, 'records', body), {
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    }),
})
export const loader = action
