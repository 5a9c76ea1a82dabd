import { useLoaderData } from '@remix-run/react'
import { templatesPage } from '../loaders/templates-page.ts'
import { templateName } from '../screens/messaging/message-data.ts'
import { TemplateEditor } from '../screens/messaging/templates/template-editor.tsx'
import { TemplatesScreen } from '../screens/messaging/templates/templates-screen.tsx'
import type { PageHandle } from '../shell/use-root.ts'

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
