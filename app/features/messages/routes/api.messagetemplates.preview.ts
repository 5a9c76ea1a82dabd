import { post } from '#app/http/calls.ts'
import { renderedTemplate } from '#app/http/rendered-template.ts'
import { ownSenderOf } from '#server/deliveries/senders/rules.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { previewAnswer } from '#server/messages/content/preview-contract.ts'
import { previewTemplate } from '#server/messages/templates/preview.ts'
import { templatePreviewInput } from '#server/messages/templates/preview-contract.ts'

/**
 * As if the caller sent it to everyone, about the next event. Without a person: as the first of the readers would get
 * it.
 */
export const action = post({
  summary: 'A template as one person would read it',
  requires: 'admin',
  access: 'read',
  body: renderedTemplate(templatePreviewInput),
  answer: previewAnswer,
  run: (ctx, { body, app: { collections, config } }) =>
    previewTemplate(ctx, collections, body, {
      person: body.person,
      origin: linkOrigin(config, ctx.site),
      from: { email: ownSenderOf(ctx.site) ?? config.MAIL_FROM, sms: config.TWILIO_FROM ?? '' },
    }),
})
