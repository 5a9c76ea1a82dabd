import { recordStart } from '#server/shifts/hours/commands.ts'
import { recordedTime } from '#server/shifts/hours/contract.ts'
import { parse } from '../http/parse.ts'
import { recordCall } from '../http/record-call.ts'

/** PUT {datetime}: answers the shift in list shape. */
export const action = recordCall(
  'shifts',
  (ctx, id, { body }) => recordStart(ctx, id, parse(recordedTime, body).datetime),
  'member',
)
export const loader = action
