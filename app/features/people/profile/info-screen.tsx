import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { IconPhoto, IconUser } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { UnconfirmedEmail } from '#app/features/accounts/security/unconfirmed-email.tsx'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { PendingEmail } from '#server/accounts/emails/pending-email.ts'
import type { getCurrentUser } from '#server/accounts/queries.ts'
import type { OwnBlocks as Blocks } from '#server/people/blocked/queries.ts'
import { EmailDialog } from './email-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { OwnBlocks } from './own-blocks.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PendingEmailRow } from './pending-email-row.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import classes from './profile.module.css'
import { type OwnField, ProfileFields } from './profile-fields.tsx'
import { ProfileTabs } from './tabs.tsx'

const PhotoDialog = lazyPart(() => import('./photo-dialog.tsx').then((all) => ({ default: all.PhotoDialog })))

export type OwnPerson = SerializeFrom<Awaited<ReturnType<typeof getCurrentUser>>>

type Opened = 'name' | 'email' | 'password' | 'phone' | 'photo' | null

type Props = {
  user: OwnPerson
  blocks: Blocks
  pendingEmail: SerializeFrom<PendingEmail> | null
  fields: readonly OwnField[]
}

export function InfoScreen({ user, blocks, pendingEmail, fields }: Props) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const edit = (what: Exclude<Opened, null>, label: string, text = 'Edit') => (
    <Button variant="default" h={40} onClick={() => setOpened(what)} aria-label={label}>
      {text}
    </Button>
  )
  return (
    <>
      <ProfileTabs />
      <div className={classes.stack}>
        <OwnBlocks user={user} blocks={blocks} onChangeEmail={() => setOpened('email')} />
        <PhotoSection user={user} onUpload={() => setOpened('photo')} />
        <SectionCard title="Information" icon={IconUser}>
          <Row title="Name" meta={user.name || 'None'} end={edit('name', 'Edit name')} />
          {user.email_confirmed ? (
            <Row title="Email" meta={user.email} end={edit('email', 'Edit email')} />
          ) : (
            <UnconfirmedEmail email={user.email} />
          )}
          {pendingEmail && <PendingEmailRow pending={pendingEmail} />}
          <Row
            title="Password"
            meta="Used at every club on this server"
            end={edit('password', 'Change password', 'Change')}
          />
          <Row
            title="Phone"
            meta={
              user.phone ? (
                <>
                  <PhoneText number={user.phone} /> ({user.sms_verified ? 'verified' : 'not verified'})
                </>
              ) : (
                'None'
              )
            }
            end={edit('phone', 'Update phone', 'Update')}
          />
        </SectionCard>
        {fields.length > 0 && <ProfileFields fields={fields} person={user.id} />}
      </div>
      {opened === 'name' && <NameDialog person={user} onClose={close} />}
      {opened === 'email' && <EmailDialog onClose={close} />}
      {opened === 'password' && <PasswordDialog onClose={close} />}
      {opened === 'phone' && <PhoneDialog phone={user.phone} sms={user.sms_notifications} onClose={close} />}
      {opened === 'photo' && (
        <Suspense>
          <PhotoDialog path="/api/people/upload_image_self" onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function PhotoSection({ user, onUpload }: { user: OwnPerson; onUpload: () => void }) {
  const removing = useCalls()
  return (
    <SectionCard title="Photo" icon={IconPhoto}>
      <div className={`row cluster ${classes.photo}`}>
        <Avatar name={user.name || user.email} size={72} me src={user.avatar} />
        <div className="row cluster">
          <Button variant="light" h={44} onClick={onUpload}>
            Upload photo
          </Button>
          {user.avatar && (
            <Button
              variant="subtle"
              color="red"
              h={44}
              loading={removing.busy}
              onClick={() => removing.call('DELETE', '/api/people/remove_image_self')}
            >
              Remove photo
            </Button>
          )}
        </div>
        <FormError message={removing.problem} />
      </div>
    </SectionCard>
  )
}
