import { Button } from '@mantine/core'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { IconExternalLink } from '@tabler/icons-react'
import { paths, withNext } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { ProviderButton } from '#server/accounts/social/contract.ts'
import { PasskeyButton } from './passkey-button.tsx'
import classes from './sign-in.module.css'

export function OtherWays() {
  const { providers } = useLoaderData<{ providers: readonly ProviderButton[] }>()
  const [search] = useSearchParams()
  const next = search.get('next')
  return (
    <>
      <div className={`row muted ${classes.or}`}>or</div>
      <FormError
        message={
          search.get('refused') === 'provider'
            ? 'The provider didn’t confirm this sign-in. Please try again.'
            : undefined
        }
      />
      {providers.map(({ provider, label }) => (
        <Button
          key={provider}
          component="a"
          href={withNext(paths.social(provider), next)}
          variant="default"
          h={48}
          fz="md"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          Sign in with {label}
        </Button>
      ))}
      <PasskeyButton label="Sign in with a passkey" next={next} />
    </>
  )
}
