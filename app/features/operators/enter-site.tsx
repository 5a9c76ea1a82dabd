import { Button, TextInput } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconUserShare } from '@tabler/icons-react'
import { useEffect } from 'react'
import { fieldError, formError } from '#app/http/answer.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { MAX_REASON } from '#server/operators/contract.ts'
import classes from './console.module.css'
import { consolePaths } from './console-paths.ts'

/** Where the browser enters the club: another host, so this page is left. */
const entryIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'entry' in data ? String(data.entry) : undefined

export function EnterSite({ slug }: { slug: string }) {
  const fetcher = useFetcher<unknown>()
  const entry = entryIn(fetcher.data)
  useEffect(() => {
    if (entry) window.location.assign(entry)
  }, [entry])
  return (
    <SectionCard
      title="Act as an admin"
      icon={IconUserShare}
      hint="For at most an hour. The club’s audit log names you, the reason, and all that you do. You can’t change access, keys, sign-in or admins, and can’t send messages to many."
    >
      <fetcher.Form method="post" action={consolePaths.enter(slug)} noValidate className={classes.form}>
        <div className={classes.wide}>
          <FormError message={formError(fetcher.data)} />
        </div>
        <TextInput
          name="reason"
          label="Reason"
          description="The club’s admins read it."
          size="md"
          maxLength={MAX_REASON}
          autoComplete="off"
          error={fieldError(fetcher.data, 'reason')}
        />
        <TextInput
          name="admin"
          type="email"
          label="The admin’s email"
          description="Leave blank for the admin who was added first."
          size="md"
          autoComplete="off"
          error={fieldError(fetcher.data, 'admin')}
        />
        <div className={classes.wide}>
          <Button type="submit" h={44} variant="default" loading={fetcher.state !== 'idle' || Boolean(entry)}>
            Enter the site
          </Button>
        </div>
      </fetcher.Form>
    </SectionCard>
  )
}
