import { Button } from '@mantine/core'
import { IconLogout, IconUserShare } from '@tabler/icons-react'
import { FormError } from '#app/ui/form-error.tsx'
import classes from './security.module.css'
import { type AccessPerson, usePersonAccess } from './use-person-access.ts'

export function PersonAccess({ person, self }: { person: AccessPerson; self: boolean }) {
  const { busy, problem, done, mayActAs, maySignOut, actAs, signOut } = usePersonAccess(person, self)
  if (!maySignOut) return null
  return (
    <div className={`cluster ${classes.actions}`}>
      {mayActAs && (
        <Button
          variant="default"
          loading={busy}
          onClick={actAs}
          leftSection={<IconUserShare size={16} aria-hidden />}
          aria-label={`Act as ${person.name}`}
        >
          Act as
        </Button>
      )}
      <Button variant="default" loading={busy} onClick={signOut} leftSection={<IconLogout size={16} aria-hidden />}>
        Sign out their devices
      </Button>
      <FormError message={problem} />
      <span role="status">{done}</span>
    </div>
  )
}
