import { Button } from '@mantine/core'
import { Form, Link, NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '#app/shell/paths.ts'
import { Progress } from '#app/shell/progress.tsx'
import { SiteLogo } from '#app/shell/site-logo.tsx'
import classes from './console.module.css'
import { consolePaths } from './console-paths.ts'

export function ConsoleFrame({ email, children }: { email: string | null; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <Progress />
      <header className={`row ${classes.header}`}>
        <Link to={email ? paths.console : paths.consoleLogin} className={`row ${classes.brand}`}>
          <SiteLogo />
          <span>
            Watchbill <small>Operators</small>
          </span>
        </Link>
        {email && (
          <>
            <nav className={classes.nav} aria-label="Console">
              <NavLink to={paths.console} end>
                Sites
              </NavLink>
              <NavLink to={consolePaths.notices}>Notices</NavLink>
              <NavLink to={paths.consoleLog}>Log</NavLink>
            </nav>
            <Form method="post" action={paths.consoleLogout} className={`row ${classes.who}`}>
              <span title={email}>{email}</span>
              <Button type="submit" variant="default" h={40}>
                Sign out
              </Button>
            </Form>
          </>
        )}
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
