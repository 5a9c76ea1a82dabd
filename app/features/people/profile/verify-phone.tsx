import { Button, Group, Text } from '@mantine/core'
import { IconDeviceMobileMessage } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { PhoneToVerify } from '#server/people/phone/to-verify.ts'
import classes from './verify-phone.module.css'

const PhoneDialog = lazyPart(() => import('./phone-dialog.tsx').then((module) => ({ default: module.PhoneDialog })))

export function VerifyPhone({ person, phone, sms, folds }: PhoneToVerify & { folds: boolean }) {
  const [opened, setOpened] = useState(false)
  const hiding = useCalls()
  const hide = () => hiding.call('PUT', '/api/people/', [{ id: person, hide_verify_phone: true }])
  return (
    <SectionCard title="Verify Phone Number" icon={IconDeviceMobileMessage} folds={folds}>
      <div className={classes.say}>
        <FormError message={hiding.problem} />
        <Text>
          {phone ? (
            <>
              <PhoneText number={phone} /> is not verified yet. Verify it to get shift notices and reminders by SMS.
            </>
          ) : (
            'Add your mobile number to get shift notices and reminders by SMS.'
          )}
        </Text>
        <Group gap="xs">
          <Button variant="light" h={44} onClick={() => setOpened(true)}>
            Verify phone
          </Button>
          <Button variant="subtle" color="gray" h={44} loading={hiding.busy} onClick={hide}>
            Don’t show again
          </Button>
        </Group>
      </div>
      {opened && (
        <Suspense>
          <PhoneDialog phone={phone} sms={sms} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </SectionCard>
  )
}
