import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { revokeApiKey } from '#server/apikeys/commands.ts'

export const action = put(onRecord('apikeys', { summary: 'Revoke a key', run: (ctx, { id }) => revokeApiKey(ctx, id) }))
