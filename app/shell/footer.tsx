import { Link } from '@remix-run/react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from './paths.ts'
import classes from './shell.module.css'
import { useSite } from './use-root.ts'

const AboutDialog = lazyPart(() => import('./about-dialog.tsx').then((it) => ({ default: it.AboutDialog })))

export function Footer() {
  const site = useSite()
  const [opened, setOpened] = useState(false)
  const [loaded, setLoaded] = useState(false)
  return (
    <footer className={classes.footer}>
      <span className={classes.prefix}>{site.prefix}</span>
      <button
        type="button"
        onClick={() => {
          setLoaded(true)
          setOpened(true)
        }}
      >
        About
      </button>
      <Link to={paths.privacy}>Privacy and terms</Link>
      {site.contact_email && <a href={`mailto:${site.contact_email}`}>Contact</a>}
      {loaded && (
        <Suspense>
          <AboutDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </footer>
  )
}
