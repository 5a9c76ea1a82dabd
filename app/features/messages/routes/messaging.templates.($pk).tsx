import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/shell/use-root.ts'
import { templatesPage } from '../loaders/templates-page.ts'
import { templateName } from '../message-data.ts'
import { TemplateEditor } from '../templates/template-editor.tsx'
import { TemplatesScreen } from '../templates/templates-screen.tsx'

export const handle = {
  title: 'Templates',
  auth: true,
  framed: false,
  nameOf: templateName,
  width: 'none',
} satisfies PageHandle<typeof loader>

export const loader = templatesPage

export default function Templates() {
  const page = useLoaderData<typeof loader>()
  return page.view === 'list' ? (
    <TemplatesScreen {...page.list} />
  ) : (
    <TemplateEditor key={page.template?.id ?? 'new'} template={page.template} />
  )
}
