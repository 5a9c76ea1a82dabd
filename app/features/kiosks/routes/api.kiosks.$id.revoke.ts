import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { revokeKiosk } from '#server/kiosks/commands.ts'

export const action = put(
  onRecord('kiosks', { summary: 'End a device’s access', run: (ctx, { id }) => revokeKiosk(ctx, id) }),
)
