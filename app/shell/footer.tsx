import { useDisclosure } from '@mantine/hooks'
import { Link } from '@remix-run/react'
import { paths } from '../paths.ts'
import { AboutDialog } from './about-dialog.tsx'
import classes from './shell.module.css'
import { useSite } from './use-root.ts'

export function Footer() {
  const site = useSite()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <footer className={classes.footer}>
      <span className={classes.prefix}>{site.prefix}</span>
      <button type="button" onClick={open}>
        About
      </button>
      <Link to={paths.privacy}>Privacy and terms</Link>
      {site.contact_email && <a href={`mailto:${site.contact_email}`}>Contact</a>}
      <AboutDialog opened={opened} onClose={close} />
    </footer>
  )
}
