import { Button, Menu } from '@mantine/core'
import { Link, useNavigate } from '@remix-run/react'
import {
  IconCertificate,
  IconChevronDown,
  IconDownload,
  IconLogout,
  IconMailForward,
  IconMessage2,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { useAhead } from '#app/collections/use-ahead.tsx'
import { useDelete } from '#app/collections/use-delete.tsx'
import { usePersonAccess } from '#app/features/accounts/security/use-person-access.ts'
import { beginMessage } from '#app/shell/begin-message.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { Invitation } from '#server/accounts/invitations/rules.ts'
import classes from './person.module.css'
import type { WaitingPerson } from './person-data.ts'
import { useActivation } from './use-activation.ts'
import { useInvite } from './use-invite.ts'

const ActivateDialog = lazyPart(() =>
  import('./activate-dialog.tsx').then((module) => ({ default: module.ActivateDialog })),
)

type Props = {
  person: ListRecord
  name: string
  self: boolean
  invitation: Invitation
  registration: WaitingPerson | null
}

export function PersonActions({ person, name, self, invitation, registration }: Props) {
  const active = person.is_active === true && person.role !== 'new'
  const access = usePersonAccess({ id: person.id, name, role: String(person.role), is_active: active }, self)
  const { busy, problem, setActive } = useActivation()
  const invite = useInvite()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const activate = () => (registration ? setAsking(true) : setActive(person.id, true, `${name} is active.`))
  const ahead = useAhead()
  const deactivate = async () => {
    const chosen = await ahead.ask(person.id, name)
    if (chosen)
      await setActive(
        person.id,
        false,
        `${name} has been deactivated and signed out. They keep their access role.`,
        chosen,
      )
  }
  const deletion = useDelete({
    collection: 'people',
    singular: 'person',
    id: person.id,
    name,
    onDeleted: () => navigate(paths.people),
  })
  const refused = deletion.refused ?? problem ?? invite.problem ?? access.problem
  return (
    <div className={`row cluster ${classes.actions}`}>
      {!active && !self && (
        <Button
          loading={busy}
          onClick={activate}
          leftSection={<IconUserCheck size={18} aria-hidden />}
          aria-label={`Activate ${name}`}
        >
          Activate
        </Button>
      )}
      <Button
        component={Link}
        to={beginMessage({ people: [person.id] }, { kind: 'person', id: person.id })}
        variant="default"
        leftSection={<IconMessage2 size={18} aria-hidden />}
      >
        Message
      </Button>
      <Menu position="bottom-end" width={264} shadow="md" withinPortal={false}>
        <Menu.Target>
          <Button
            variant="light"
            loading={access.busy || deletion.busy || invite.busy || (busy && active)}
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
          {invitation && (
            <Menu.Item
              leftSection={<IconMailForward size={18} aria-hidden />}
              onClick={() => invite.send([person.id], name)}
            >
              {invitation === 'first' ? 'Invite' : 'Send the invitation again'}
            </Menu.Item>
          )}
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
                <Menu.Item leftSection={<IconUserOff size={18} aria-hidden />} onClick={deactivate}>
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
      <span role="status">{access.done}</span>
      <span role="status">{invite.done}</span>
      {asking && registration && (
        <Suspense>
          <ActivateDialog
            person={registration}
            onClose={() => setAsking(false)}
            onMerged={(id) => navigate(paths.person(id), { replace: true })}
          />
        </Suspense>
      )}
      {deletion.dialog}
      {ahead.dialog}
    </div>
  )
}
