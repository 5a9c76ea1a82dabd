import { publishShift } from '#server/shifts/publication/commands.ts'
import { recordCall } from '../http/record-call.ts'

export const action = recordCall('shifts', publishShift)
export const loader = action
