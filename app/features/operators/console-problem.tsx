import { Button, Text, Title } from '@mantine/core'
import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { NoSite } from '#app/shell/errors/no-site.tsx'
import { apiErrorText, errorPage } from '#app/shell/errors/pages.ts'
import { paths } from '#app/shell/paths.ts'
import { useRoot } from '#app/shell/use-root.ts'
import classes from './console.module.css'
import { ConsoleFrame } from './console-frame.tsx'

/** On a host without a console, the page for an unknown URL. */
export function ConsoleProblem() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, text } = errorPage(status)
  const words = isRouteErrorResponse(error) ? apiErrorText(error.data) : null
  if (!useRoot()?.console) return <NoSite message={text} />
  return (
    <ConsoleFrame email={null}>
      <div className={classes.problem}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{text}</Text>
        {words && (
          <Text fz="sm" c="dimmed">
            {words}
          </Text>
        )}
        <Button component={Link} to={paths.console}>
          Back to the sites
        </Button>
      </div>
    </ConsoleFrame>
  )
}
