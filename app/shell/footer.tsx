import { useDisclosure } from '@mantine/hooks'
import { Link } from '@remix-run/react'
import { lazy, Suspense, useState } from 'react'
import { paths } from './paths.ts'
import classes from './shell.module.css'
import { useSite } from './use-root.ts'

const AboutDialog = lazy(() => import('./about-dialog.tsx').then((it) => ({ default: it.AboutDialog })))

/** The foot of every page. What About says is fetched when it is first asked for. */
export function Footer() {
  const site = useSite()
  const [opened, { open, close }] = useDisclosure(false)
  const [asked, setAsked] = useState(false)
  return (
    <footer className={classes.footer}>
      <span className={classes.prefix}>{site.prefix}</span>
      <button
        type="button"
        onClick={() => {
          setAsked(true)
          open()
        }}
      >
        About
      </button>
      <Link to={paths.privacy}>Privacy and terms</Link>
      {site.contact_email && <a href={`mailto:${site.contact_email}`}>Contact</a>}
      {asked && (
        <Suspense>
          <AboutDialog opened={opened} onClose={close} />
        </Suspense>
      )}
    </footer>
  )
}
