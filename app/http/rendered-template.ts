import type * as z from 'zod'
import { previewMarkdown } from '#server/markdown/preview.ts'
import type { TemplateText } from '#server/messages/templates/preview-contract.ts'
import { readJson } from './body.ts'
import type { Body } from './calls.ts'
import { parse } from './parse.ts'

/** Body of a call about an unsaved template: a thread renders its Markdown before the transaction. */
export const renderedTemplate = <T extends TemplateText>(schema: z.ZodType<T>): Body<T & { html: string }> => ({
  schema,
  read: async (request, { app, site, admit }) => {
    await admit()
    const template = parse(schema, await readJson(request))
    const html = template.kind === 'email' ? await previewMarkdown(app.parsers, site.id, template.body) : ''
    return { ...template, html }
  },
})
