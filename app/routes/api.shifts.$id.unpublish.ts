import { unpublishShift } from '#server/shifts/publication/commands.ts'
import { recordCall } from '../http/record-call.ts'

export const action = recordCall('shifts', unpublishShift)
export const loader = action
