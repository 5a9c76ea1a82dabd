import { revokeKiosk } from '#server/kiosks/commands.ts'
import { recordCall } from '../http/record-call.ts'

export const action = recordCall('kiosks', revokeKiosk)
export const loader = action
