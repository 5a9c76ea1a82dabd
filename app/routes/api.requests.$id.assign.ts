import { assignRequest } from '#server/requests/answer/commands.ts'
import { assignInput } from '#server/requests/answer/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** Puts the person on a place of the event; without `shift` on the best fitting open one. */
export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: (ctx, { params, body, app }) =>
    assignRequest(ctx, app.collections, idFrom(params.id), parse(assignInput, body)),
})
export const loader = action
