import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { operatorOf } from '#app/http/console.ts'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
import { ConsoleFrame } from '../console-frame.tsx'
import { ConsoleProblem } from '../console-problem.tsx'

export const handle = { title: 'Console', auth: true, framed: false }

/** The frame of the console, only on the console's host. */
export const loader = async (args: LoaderFunctionArgs) => {
  if (!args.context.console) throw json({ detail: SITE_NOT_FOUND }, 404)
  return { email: (await operatorOf(args))?.email ?? null }
}

export default function Console() {
  return (
    <ConsoleFrame email={useLoaderData<typeof loader>().email}>
      <Outlet />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleProblem
