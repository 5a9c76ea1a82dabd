import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { MAX_MARKDOWN } from '#server/markdown/contract.ts'
import { previewMarkdown } from '#server/markdown/preview.ts'
import { api } from '../http/api.ts'
import { readJson } from '../http/body.ts'
import { parse } from '../http/parse.ts'

const body = z.object({ text: boundedText({ max: MAX_MARKDOWN, error: 'Must be text.' }) })

/** How a Markdown text will be shown, for the preview beside its field. What cannot be rendered in time comes as it was typed. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'read',
  readBody: async (request, { app, site, admit }) => {
    const { text } = parse(body, await readJson(request))
    await admit()
    return previewMarkdown(app.parsers, site.id, text)
  },
  handle: async (_ctx, { body: html }) => ({ html }),
})
export const loader = action
