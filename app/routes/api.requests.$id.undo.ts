import { undoAssign } from '#server/requests/answer/commands.ts'
import { undoInput } from '#server/requests/answer/contract.ts'
import { parse } from '../http/parse.ts'
import { recordCall } from '../http/record-call.ts'

/** Takes back what `assign` did, as long as the person is on that place. */
export const action = recordCall('requests', (ctx, id, { body, app }) =>
  undoAssign(ctx, app.collections, id, parse(undoInput, body)),
)
export const loader = action
