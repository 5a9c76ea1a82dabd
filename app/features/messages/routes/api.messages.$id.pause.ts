import { put } from '#app/http/calls.ts'
import { inSteps } from '#app/http/in-steps.ts'
import { sendingAnswer } from '#server/messages/sending/contract.ts'
import { pauseMessage } from '#server/messages/sending/pause.ts'

/**
 * 409 for a message that is not being sent. Responds when no part of it is in progress, after a few seconds at most.
 */
export const action = put(
  inSteps({
    summary: 'Pause a message that is being sent',
    requires: 'admin',
    answer: sendingAnswer,
    run: ({ id, inSite }) => pauseMessage(inSite, id),
  }),
)
