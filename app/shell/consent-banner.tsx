import { Link, useFetcher } from '@remix-run/react'
import { IconFileText } from '@tabler/icons-react'
import { PlainButton } from '../ui/plain/plain-button.tsx'
import classes from './banner.module.css'
import { paths } from './paths.ts'
import { useSite, useViewer } from './use-root.ts'

/** Requests consent again after its text has changed. Blocks nothing. */
export function ConsentBanner() {
  const viewer = useViewer()
  const site = useSite()
  const fetcher = useFetcher()
  if (!viewer?.consentIsOld) return null
  return (
    <section className={`row cluster ${classes.banner}`} data-tone="brand" aria-label="Privacy policy and terms">
      <IconFileText size={20} aria-hidden />
      <p>
        The{' '}
        <Link className={classes.link} to={paths.privacy}>
          privacy policy and terms
        </Link>{' '}
        have changed since you joined {site.name}. Please read them and confirm that you agree.
      </p>
      <fetcher.Form method="post" action={paths.consent}>
        <PlainButton type="submit" h={40} variant="default" loading={fetcher.state !== 'idle'}>
          I agree
        </PlainButton>
      </fetcher.Form>
    </section>
  )
}
