import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link, useRevalidator } from '@remix-run/react'
import { IconArchive, IconCopy, IconDots, IconMail, IconMessage, IconTrash } from '@tabler/icons-react'
import type { TemplateLine } from '#server/messages/templates/list-contract.ts'
import { useDelete } from '../../../collections/use-delete.tsx'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { FormError } from '../../../ui/form-error.tsx'
import { Tag } from '../../../ui/state-badge.tsx'
import shared from '../message-rows.module.css'
import classes from './templates.module.css'
import { useDuplicate } from './use-duplicate.ts'

/** A template in the list: what it says, when it was last used, and what can be done with it. */
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
              loading={busy || duplicate.isBusy}
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
