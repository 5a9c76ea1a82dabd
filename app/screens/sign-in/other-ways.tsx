import { useSearchParams } from '@remix-run/react'
import { PasskeyButton } from './passkey-button.tsx'
import classes from './sign-in.module.css'

/** The ways in that need no email typed. */
export function OtherWays() {
  const [search] = useSearchParams()
  const next = search.get('next')
  return (
    <>
      <div className={classes.or}>or</div>
      <PasskeyButton label="Sign in with a passkey" next={next} />
    </>
  )
}
