import { Button, Menu } from '@mantine/core'
import { Link, useNavigate, useRevalidator } from '@remix-run/react'
import {
  IconCertificate,
  IconChevronDown,
  IconDownload,
  IconLogout,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { useUndo } from '../../collections/undo.tsx'
import { useDelete } from '../../collections/use-delete.tsx'
import { paths } from '../../shell/paths.ts'
import { FormError } from '../../ui/form-error.tsx'
import { usePersonAccess } from '../security/use-person-access.ts'
import classes from './person.module.css'

const FAILED = 'That did not work. Please try again.'

/** The actions on a person, in one menu; Activate has a button of its own. */
export function PersonActions({ person, name, self }: { person: ListRecord; name: string; self: boolean }) {
  const active = person.is_active === true && person.role !== 'new'
  const access = usePersonAccess({ id: person.id, name, role: String(person.role), is_active: active }, self)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { offer } = useUndo()
  const setActive = async (active: boolean) => {
    setBusy(true)
    const { ok, body } = await callApi('PUT', '/api/people', [{ id: person.id, is_active: active }])
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? FAILED))
    if (ok) offer(active ? `${name} is active.` : `${name} is deactivated and signed out. Their access role is kept.`)
    revalidate()
  }
  const deletion = useDelete({
    collection: 'people',
    singular: 'person',
    id: person.id,
    name,
    onDeleted: () => navigate(paths.people),
  })
  const refused = deletion.refused ?? problem ?? (access.notice?.refused ? access.notice.text : undefined)
  return (
    <div className={classes.actions}>
      {!active && !self && (
        <Button
          loading={busy}
          onClick={() => setActive(true)}
          leftSection={<IconUserCheck size={18} aria-hidden />}
          aria-label={`Activate ${name}`}
        >
          Activate
        </Button>
      )}
      <Menu position="bottom-end" width={264} shadow="md" withinPortal={false}>
        <Menu.Target>
          <Button
            variant="light"
            loading={access.busy || deletion.busy || (busy && active)}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`${paths.personRecords(person.id)}?add`}
            leftSection={<IconCertificate size={18} aria-hidden />}
          >
            Add a record
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`/api/shifts/export.csv?person=${person.id}&sort=-start`}
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            Export shifts as CSV
          </Menu.Item>
          {access.mayActAs && (
            <Menu.Item leftSection={<IconUserShare size={18} aria-hidden />} onClick={access.actAs}>
              Act as {name}
            </Menu.Item>
          )}
          {access.maySignOut && (
            <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={access.signOut}>
              Sign out their devices
            </Menu.Item>
          )}
          {!self && (
            <>
              <Menu.Divider />
              {active && (
                <Menu.Item leftSection={<IconUserOff size={18} aria-hidden />} onClick={() => setActive(false)}>
                  Deactivate
                </Menu.Item>
              )}
              <Menu.Item
                className={classes.danger}
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={deletion.remove}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <FormError message={refused} />
      <span role="status">{access.notice && !access.notice.refused && access.notice.text}</span>
      {access.dialog}
      {deletion.dialog}
    </div>
  )
}
