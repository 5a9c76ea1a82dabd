import { revokeApiKey } from '#server/apikeys/commands.ts'
import { recordCall } from '../http/record-call.ts'

export const action = recordCall('apikeys', revokeApiKey)
export const loader = action
