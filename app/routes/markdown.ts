import * as z from 'zod'
import { parseMarkdown } from '#server/kernel/markdown.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

const body = z.object({ text: z.string('Must be text.').max(50_000, 'At most 50000 characters.') })

/** How a markdown text will be shown, for the preview beside its field: rendered by the server, as everywhere. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'read',
  handle: async (_ctx, { body: sent }) => ({ html: parseMarkdown(parse(body, sent).text) }),
})
export const loader = action
