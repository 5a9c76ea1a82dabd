import { confirmSigns } from '#server/kiosks/signing/commands.ts'
import { confirmItem, MOST_AT_ONCE } from '#server/kiosks/signing/contract.ts'
import { keyFrom } from '../http/idempotency-key.ts'
import { kioskCall } from '../http/kiosk-call.ts'
import { parseList } from '../http/parse.ts'

/** PUT [{sign, shift, person, role, time}]; the same again under the same `Idempotency-Key` changes nothing more. */
export const action = kioskCall({
  method: 'PUT',
  handle: (ctx, { request, body }) => confirmSigns(ctx, parseList(confirmItem, body, MOST_AT_ONCE), keyFrom(request)),
})
export const loader = action
