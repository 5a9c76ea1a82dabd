import { listBody } from '#app/http/bodies.ts'
import { put } from '#app/http/calls.ts'
import { keyFrom } from '#app/http/idempotency-key.ts'
import { kiosk } from '#app/http/kiosk.ts'
import { confirmSignIns } from '#server/kiosks/signing/commands.ts'
import { confirmAnswer, confirmItem, MAX_CONFIRMS } from '#server/kiosks/signing/contract.ts'

/** Idempotent for the same `Idempotency-Key`. */
export const action = put(
  kiosk({
    summary: 'Sign people in and out, once per Idempotency-Key',
    body: listBody(confirmItem, MAX_CONFIRMS),
    answer: confirmAnswer,
    run: (ctx, { request, body }) => confirmSignIns(ctx, body, keyFrom(request)),
  }),
)
