import { Button, Group } from '@mantine/core'
import { Link, useRevalidator } from '@remix-run/react'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import { TEMPLATES_PAGE, type TemplateList } from '#server/messages/templates/list-contract.ts'
import { firstMessage } from '../../../collections/answer-messages.ts'
import { callApi } from '../../../collections/call-api.ts'
import { paths } from '../../../shell/paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import shared from '../message-rows.module.css'
import { MessagingFrame } from '../messaging-frame.tsx'
import { TemplateRow } from './template-row.tsx'

const pageAt = (offset: number) => (offset > 0 ? `${paths.templates}?offset=${offset}` : paths.templates)

/** The templates of messages, by name. */
export function TemplatesScreen({ count, offset, lines }: TemplateList) {
  return (
    <MessagingFrame
      current="templates"
      title="Templates"
      actions={
        <Button component={Link} to={paths.newTemplate} leftSection={<IconPlus size={18} aria-hidden />}>
          New template
        </Button>
      }
    >
      <div className={shared.page}>
        {lines.length === 0 ? (
          <NoTemplates />
        ) : (
          <SectionCard title="Templates" icon={IconTemplate} count={count}>
            <ul className={shared.rows}>
              {lines.map((line) => (
                <TemplateRow key={line.id} line={line} />
              ))}
            </ul>
          </SectionCard>
        )}
        {count > TEMPLATES_PAGE && (
          <Group justify="end" gap="xs">
            {offset > 0 && (
              <Button component={Link} to={pageAt(offset - TEMPLATES_PAGE)} variant="default" h={44}>
                Previous
              </Button>
            )}
            {offset + lines.length < count && (
              <Button component={Link} to={pageAt(offset + TEMPLATES_PAGE)} variant="default" h={44}>
                Next
              </Button>
            )}
          </Group>
        )}
      </div>
    </MessagingFrame>
  )
}

function NoTemplates() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const add = async () => {
    setBusy(true)
    const { ok, body } = await callApi('POST', '/api/messagetemplates/starters')
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'They were not added. Please try again.'))
    revalidate()
  }
  return (
    <>
      <EmptyState
        icon={IconTemplate}
        title="No templates yet"
        text="A template is a message to begin with, such as a call for helpers or a thank you."
        action={
          <Button variant="default" h={44} loading={busy} onClick={() => void add()}>
            Add the starting templates
          </Button>
        }
      />
      <FormError message={problem} />
    </>
  )
}
