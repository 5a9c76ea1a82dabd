import { Alert, Button, Group, Text } from '@mantine/core'
import { IconMailOff, IconMessageOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { Channel } from '#server/deliveries/contract.ts'
import type { AddressBlock } from '#server/people/blocked/block.ts'
import type { OwnBlocks as Blocks } from '#server/people/blocked/queries.ts'

type Props = { user: { email: string; email_confirmed: boolean }; blocks: Blocks; onChangeEmail: () => void }

export function OwnBlocks({ user, blocks: { email_blocked, sms_blocked }, onChangeEmail }: Props) {
  const [lifted, setLifted] = useState<Channel | null>(null)
  return (
    <>
      {lifted && (
        <Alert color="green" role="status">
          {lifted === 'email' ? `Emails to ${user.email} are sent again.` : 'Texts are sent to your phone again.'}
        </Alert>
      )}
      {email_blocked && (
        <OwnBlock channel="email" block={email_blocked} onLifted={() => setLifted('email')}>
          {email_blocked.reason === 'complained'
            ? `An email to ${user.email} was marked as spam, so we’ve stopped sending you any, including reminders and news of your shifts.`
            : `Emails to ${user.email} bounce, so we’ve stopped sending you any. ${email_blocked.words} Change your email, or try again once it works.`}
          {user.email_confirmed && (
            <Button variant="default" h={44} mt="xs" onClick={onChangeEmail} style={{ display: 'block' }}>
              Change my email
            </Button>
          )}
        </OwnBlock>
      )}
      {sms_blocked && (
        <OwnBlock channel="sms" block={sms_blocked} onLifted={() => setLifted('sms')}>
          You replied STOP to a text, so we’ve stopped sending you any. To get them again, first text START to the same
          number.
        </OwnBlock>
      )}
    </>
  )
}

type BlockProps = { channel: Channel; block: AddressBlock; onLifted: () => void; children: React.ReactNode }

function OwnBlock({ channel, block, onLifted, children }: BlockProps) {
  const form = useCalls()
  const label =
    channel === 'sms' ? 'Send me texts again' : block.reason === 'bounced' ? 'Try again' : 'Send me emails again'
  const lift = async () => {
    if ((await form.call('PUT', '/api/people/unblock_self', { channel })).ok) onLifted()
  }
  const Glyph = channel === 'email' ? IconMailOff : IconMessageOff
  return (
    <Alert
      color="red"
      icon={<Glyph size={20} aria-hidden />}
      title={channel === 'email' ? 'Our emails don’t reach you' : 'Our texts don’t reach you'}
    >
      <Text component="div" size="sm" className="wrap">
        {children}
      </Text>
      <Group mt="xs">
        <Button h={44} loading={form.busy} onClick={lift}>
          {label}
        </Button>
      </Group>
      <FormError message={form.problem} />
    </Alert>
  )
}
