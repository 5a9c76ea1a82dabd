import { revokeApiKey } from '#server/apikeys/commands.ts'
import { put } from '../http/calls.ts'
import { onRecord } from '../http/on-record.ts'

export const action = put(onRecord('apikeys', { summary: 'Revoke a key', run: (ctx, { id }) => revokeApiKey(ctx, id) }))
