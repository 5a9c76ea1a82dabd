import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { MAX_MARKDOWN } from '#server/markdown/contract.ts'
import { previewMarkdown } from '#server/markdown/preview.ts'
import { readJson } from '../http/body.ts'
import { post } from '../http/calls.ts'
import { parse } from '../http/parse.ts'

const body = z.object({ text: boundedText({ max: MAX_MARKDOWN }) })

/** A text that cannot be rendered in time is returned as typed. */
export const action = post({
  summary: 'How a Markdown text will be shown, for the preview beside its field',
  requires: 'admin',
  access: 'read',
  body: {
    schema: body,
    read: async (request, { app, site, admit }) => {
      const { text } = parse(body, await readJson(request))
      await admit()
      return previewMarkdown(app.parsers, site.id, text)
    },
  },
  answer: z.object({ html: z.string() }),
  run: async (_ctx, { body: html }) => ({ html }),
})
export const loader = action
