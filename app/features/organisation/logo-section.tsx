import { Button, FileButton, Group, Text } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { fetchApi } from '#app/shell/fetch-api.ts'
import { SiteLogo } from '#app/shell/site-logo.tsx'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import classes from './organisation.module.css'

const FAILED = 'That did not work. Please try again.'
const PATH = '/api/organisations/current/logo'

/** The club's logo in the header, on the sign-in screen and in messages. Uploaded on selection. */
export function LogoSection() {
  const site = useSite()
  const revalidator = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  const call = async (method: 'POST' | 'DELETE', file?: File) => {
    setBusy(true)
    setMessage(undefined)
    const body = file && new FormData()
    if (file) body?.set('file', file)
    try {
      const response = await fetchApi(PATH, { method, ...(body && { body }) })
      if (response.ok) revalidator.revalidate()
      else setMessage(firstMessage(await response.json().catch(() => null), []) ?? FAILED)
    } catch {
      setMessage(FAILED)
    }
    setBusy(false)
  }
  return (
    <section id="logo" className={classes.section} aria-labelledby="logo-title">
      <div>
        <h2 id="logo-title">Logo</h2>
        <p>Members see it in the app, in emails and on kiosks.</p>
      </div>
      <div>
        <FormError message={message} />
        <Group gap="md">
          <SiteLogo size={64} />
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            inputProps={{ 'aria-label': 'Logo' }}
            onChange={(file) => file && call('POST', file)}
          >
            {(props) => (
              <Button {...props} variant="default" loading={busy} leftSection={<IconUpload size={18} aria-hidden />}>
                {site.logo ? 'Replace logo' : 'Choose a logo'}
              </Button>
            )}
          </FileButton>
          {site.logo && (
            <Button
              variant="subtle"
              color="gray"
              disabled={busy}
              onClick={() => call('DELETE')}
              leftSection={<IconTrash size={18} aria-hidden />}
            >
              Remove
            </Button>
          )}
        </Group>
        <Text component="p" mt={8}>
          PNG, JPEG or WebP, ideally square and at least 256 px.
        </Text>
      </div>
    </section>
  )
}
