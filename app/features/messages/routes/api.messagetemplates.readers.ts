import { post } from '#app/http/calls.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { readersAnswer } from '#server/messages/content/preview-contract.ts'
import { listTemplateReaders } from '#server/messages/templates/preview.ts'
import { templateReadersInput } from '#server/messages/templates/preview-contract.ts'

/** As if the caller sent it to everyone, about the next event. */
export const action = post({
  summary: 'Who could read a template, and which of its fields have no value for them',
  requires: 'admin',
  access: 'read',
  body: templateReadersInput,
  answer: readersAnswer,
  run: (ctx, { body, app: { collections, config } }) =>
    listTemplateReaders(ctx, collections, { ...body, html: '' }, { ...body, origin: linkOrigin(config, ctx.site) }),
})
