import { reopenRequest } from '#server/requests/answer/commands.ts'
import { recordCall } from '../http/record-call.ts'

/** Takes a declined request up again. */
export const action = recordCall('requests', reopenRequest)
export const loader = action
