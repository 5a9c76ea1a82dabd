import { get } from '#app/http/calls.ts'
import { ownSenderOf } from '#server/deliveries/senders/rules.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { previewMessage } from '#server/messages/content/preview.ts'
import { messagePreviewQuery, previewAnswer } from '#server/messages/content/preview-contract.ts'

/** Without a person: as its first reader gets it; without readers: as the caller would. */
export const loader = get({
  summary: 'A message as one person reads it',
  requires: 'admin',
  query: messagePreviewQuery,
  answer: previewAnswer,
  run: (ctx, { id, query, app: { collections, config } }) =>
    previewMessage(ctx, collections, id, {
      ...query,
      origin: linkOrigin(config, ctx.site),
      from: { email: ownSenderOf(ctx.site) ?? config.MAIL_FROM, sms: config.TWILIO_FROM ?? '' },
    }),
})
