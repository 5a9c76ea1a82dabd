import { put } from '#app/http/calls.ts'
import { inSteps } from '#app/http/in-steps.ts'
import { sendingAnswer } from '#server/messages/sending/contract.ts'
import { stopMessage } from '#server/messages/sending/stop.ts'

/** 409 once it has been sent. Responds when no part of it is in progress, after a few seconds at most. */
export const action = put(
  inSteps({
    summary: 'Cancel a message, or stop the rest of it',
    requires: 'admin',
    answer: sendingAnswer,
    run: ({ id, inSite }) => stopMessage(inSite, id),
  }),
)
