import { renewEmailUid } from '#server/people/email-settings/commands.ts'
import { api } from '../http/api.ts'

/** POST: another word in one's own preference link; the former one is nobody's. */
export const action = api({
  methods: ['POST'],
  requires: 'member',
  access: 'write',
  handle: (ctx) => renewEmailUid(ctx),
})
export const loader = action
