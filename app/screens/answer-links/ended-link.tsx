import { useSite } from '../../shell/use-root.ts'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import classes from './answer-screen.module.css'

/** The same page for every link that cannot be used: unknown, used, expired or of another site. It must not reveal which. */
export function EndedLink() {
  const site = useSite()
  return (
    <SignInFrame
      title="This link is no longer valid"
      text="The shift may have begun, changed or become somebody else’s."
    >
      <p className={classes.foot}>
        Nothing has changed. Sign in to see your shifts, or ask the club if it is about today.{' '}
        <LinkContact name={site.contact_name} email={site.contact_email} />
      </p>
      <a className={classes.signIn} href="/dashboard">
        Sign in
      </a>
    </SignInFrame>
  )
}

/** Whom to ask: the club's contact. */
export function LinkContact({ name, email }: { name: string; email: string }) {
  if (!name && !email) return null
  return (
    <>
      Questions? {name}
      {name && email && ', '}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </>
  )
}
