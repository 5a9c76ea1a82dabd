import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { Link, useNavigate, useRevalidator } from '@remix-run/react'
import {
  IconArchive,
  IconCopy,
  IconDots,
  IconMail,
  IconMessage,
  IconPlus,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { useCall, useCalls } from '#app/collections/use-call.ts'
import { useDelete } from '#app/collections/use-delete.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { ListShape } from '#server/engine/collections/contract.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { TEMPLATES_PAGE, type TemplateLine, type TemplateList } from '#server/messages/templates/list-contract.ts'
import shared from '../message-rows.module.css'
import { MessagingFrame } from '../messaging-frame.tsx'
import classes from './templates.module.css'
import type { TemplateFields } from './use-template.ts'

const pageAt = (offset: number) => (offset > 0 ? `${paths.templates}?offset=${offset}` : paths.templates)

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
            <ul className={`list ${shared.rows}`}>
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
  const { call, busy, problem } = useCall('POST', '/api/messagetemplates/starters', { reload: 'always' })
  return (
    <>
      <EmptyState
        icon={IconTemplate}
        title="No templates yet"
        text="A template is a message to start from, such as a call for helpers or a thank you."
        action={
          <Button variant="default" h={44} loading={busy} onClick={() => void call()}>
            Add the starting templates
          </Button>
        }
      />
      <FormError message={problem} />
    </>
  )
}

export function TemplateRow({ line }: { line: TemplateLine }) {
  const { id, name, kind, subject, excerpt, archived, last_used } = line
  const when = useDateFormats()
  const { revalidate } = useRevalidator()
  const duplicate = useDuplicate()
  const { busy, refused, remove, dialog } = useDelete({
    collection: 'messagetemplates',
    singular: 'template',
    id,
    name,
    onDeleted: revalidate,
  })
  const Channel = kind === 'sms' ? IconMessage : IconMail
  return (
    <li>
      <Channel size={20} stroke={1.8} aria-label={kind === 'sms' ? 'SMS' : 'Email'} role="img" />
      <div className={shared.text}>
        <Link to={paths.template(id)}>{name}</Link>
        <p className={classes.excerpt}>{subject || excerpt || 'No text yet'}</p>
        <p className="num">{last_used ? `Last used ${when.ago(last_used)}` : 'Not used yet'}</p>
        {archived && (
          <Tag tone="slate" icon={IconArchive} quiet>
            Archived
          </Tag>
        )}
        <FormError message={refused ?? duplicate.problem} />
        {dialog}
      </div>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={paths.writeWith(kind, id)}
          variant="default"
          h={44}
          aria-label={`Write with ${name}`}
        >
          Write
        </Button>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              loading={busy || duplicate.busy}
              aria-label={`More for ${name}`}
            >
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void duplicate.of(id)}>
              Duplicate
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => remove()}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  )
}

const MAX_NAME = 200
const ADDED = ' (copy)'

export function useDuplicate() {
  const { call, busy, problem } = useCalls({ reload: 'never' })
  const navigate = useNavigate()
  const of = async (id: number) => {
    const read = await call<ListShape>('GET', `/api/messagetemplates/${id}`)
    const template = read.ok && (read.body.results.messagetemplates?.[id] as TemplateFields | undefined)
    if (!template) return
    const { kind, subject, body } = template
    const name = `${cutText(template.name, MAX_NAME - ADDED.length)}${ADDED}`
    const made = await call<ListShape>('POST', '/api/messagetemplates', [{ name, kind, subject, body }])
    const [added] = made.ok ? made.body.order : []
    if (added) navigate(paths.template(added))
  }
  return { busy, problem, of }
}
