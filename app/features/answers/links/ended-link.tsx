import { IconMail, IconUnlink } from '@tabler/icons-react'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { paths } from '#app/shell/paths.ts'
import { useSite } from '#app/shell/use-root.ts'
import { PlainButtonAnchor } from '#app/ui/plain/plain-button.tsx'
import classes from './answer-screen.module.css'

/** The same page for every unusable link: unknown, used, expired or of another site. It must not reveal which. */
export function EndedLink() {
  const site = useSite()
  return (
    <SignInFrame
      slim
      title="This link is no longer valid"
      sign={{ icon: IconUnlink, tone: 'slate' }}
      text="A link stops working when the shift starts, when the roster changes, or when someone else has the shift. Nothing has changed. Sign in to see your shifts and answer there."
    >
      <PlainButtonAnchor h={48} href={paths.dashboard}>
        Sign in to see your shifts
      </PlainButtonAnchor>
      {site.contact_email && (
        <>
          <h2 className={classes.part}>Is it about today?</h2>
          <p className={classes.about}>
            Ask {site.contact_name || 'the club'}, so that no one is left waiting for you.
          </p>
          <PlainButtonAnchor
            variant="default"
            h={48}
            href={`mailto:${site.contact_email}`}
            leftSection={<IconMail size={18} aria-hidden />}
          >
            {site.contact_email}
          </PlainButtonAnchor>
        </>
      )}
    </SignInFrame>
  )
}

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
