import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconDownload, IconId } from '@tabler/icons-react'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { AccountFacts } from '#server/people/self/account-facts.ts'
import { CLOSURE_DAYS } from '#server/people/self/contract.ts'
import classes from './profile.module.css'

export function AccountSection({ closing, consent }: AccountFacts) {
  const site = useSite()
  const when = useDateFormats()
  const download = useCalls()
  const account = useCalls()
  const [confirming, setConfirming] = useState(false)
  const fetchData = async () => {
    const answer = await download.call('POST', '/api/people/download_self')
    if (answer.ok) saveFile(`${site.slug}-my-data.json`, JSON.stringify(answer.body, null, 2))
  }
  const close = async () => {
    setConfirming(false)
    await account.call('POST', '/api/people/delete_self')
  }
  return (
    <SectionCard id="data" title="Your data" icon={IconId}>
      <div className={classes.body}>
        <FormError message={download.problem ?? account.problem} />
        {closing && (
          <Text size="sm">
            You asked us to delete your account here. It will be deleted on {when.date(closing)}, unless you keep it
            with the button at the top of the page.
          </Text>
        )}
        {consent && (
          <Text size="sm">
            You agreed to the{' '}
            <Anchor component={Link} to={paths.privacy} inherit underline="always">
              privacy policy and terms
            </Anchor>{' '}
            of {when.day(consent.version)} on {when.date(consent.at)}.
          </Text>
        )}
        <Text size="sm">
          Download a file with everything that {site.name} holds about you. Managers’ notes are not included: ask the
          club for those.
        </Text>
        <div className="row cluster">
          <Button
            variant="default"
            h={44}
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.busy}
            onClick={fetchData}
          >
            Download my data
          </Button>
          {!closing && (
            <Button variant="subtle" color="red" h={44} loading={account.busy} onClick={() => setConfirming(true)}>
              Delete my account
            </Button>
          )}
        </div>
      </div>
      <Modal opened={confirming} onClose={() => setConfirming(false)} title="Delete my account" centered>
        <Stack gap="md">
          <Text>
            In {CLOSURE_DAYS} days your name, addresses and settings at {site.name} are permanently removed. Your
            upcoming shifts become open, and others will be asked to take them. Hours you worked are kept without your
            name. Until then you can sign in and keep your account. Other clubs aren’t affected.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={() => setConfirming(false)} data-autofocus>
              Cancel
            </Button>
            <Button color="red" h={44} onClick={close}>
              Delete my account
            </Button>
          </Group>
        </Stack>
      </Modal>
    </SectionCard>
  )
}

function saveFile(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
