import { declineRequest } from '#server/requests/answer/commands.ts'
import { declineInput } from '#server/requests/answer/contract.ts'
import { parse } from '../http/parse.ts'
import { recordCall } from '../http/record-call.ts'

/** Declines, with an optional reason; the person is told once. */
export const action = recordCall('requests', (ctx, id, { body }) =>
  declineRequest(ctx, id, parse(declineInput, body).reason),
)
export const loader = action
