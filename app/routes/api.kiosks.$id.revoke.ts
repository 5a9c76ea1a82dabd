import { revokeKiosk } from '#server/kiosks/commands.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

export const action = put(
  onRecord('kiosks', { summary: 'End a device’s access', run: (ctx, { id }) => revokeKiosk(ctx, id) }),
)
