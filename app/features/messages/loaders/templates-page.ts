import * as z from 'zod'
import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import type { TemplateList } from '#server/messages/templates/list-contract.ts'
import { listTemplates } from '#server/messages/templates/queries.ts'
import type { StoredTemplate } from '../templates/use-template.ts'

export type TemplatesPage = { view: 'list'; list: TemplateList } | { view: 'edit'; template: StoredTemplate | null }

const page = z.coerce.number().int().min(0).max(1_000_000).catch(0)

/** Lists the templates, or with an id opens one; `?add` opens a new one. */
export const templatesPage = screen<TemplatesPage>({
  requires: 'admin',
  load: async (ctx, { params, url, app }) => {
    if (params.pk !== undefined) {
      const id = idFrom(params.pk)
      const read = app.collections.readOne<StoredTemplate>(ctx, 'messagetemplates', id, { withVersions: true })
      return { view: 'edit', template: await read }
    }
    if (url.searchParams.has('add')) return { view: 'edit', template: null }
    return { view: 'list', list: await listTemplates(ctx, page.parse(url.searchParams.get('offset') ?? 0)) }
  },
})
