import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { SiteLogo } from '#app/shell/site-logo.tsx'
import { useSite } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import classes from './organisation.module.css'

const PATH = '/api/organisations/current/logo'

/** The club's logo in the header, on the sign-in screen and in messages. Uploaded on selection. */
export function LogoSection() {
  const site = useSite()
  const { call, busy, problem } = useCalls()
  const upload = (file: File) => {
    const form = new FormData()
    form.set('file', file)
    return call('POST', PATH, form)
  }
  return (
    <section id="logo" className={classes.section} aria-labelledby="logo-title">
      <div>
        <h2 id="logo-title">Logo</h2>
        <p>Members see it in the app, in emails and on kiosks.</p>
      </div>
      <div>
        <FormError message={problem} />
        <Group gap="md">
          <SiteLogo size={64} />
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            inputProps={{ 'aria-label': 'Logo' }}
            onChange={(file) => file && upload(file)}
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
              onClick={() => call('DELETE', PATH)}
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
