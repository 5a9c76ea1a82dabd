import { useRouteLoaderData } from '@remix-run/react'

type Root = { site: { mediaRoot: string } | null }

/** The address of a stored picture by its key; what is an address already stays. */
export function useMedia(): (key: string | null | undefined) => string | null {
  const root = (useRouteLoaderData('root') as Root | undefined)?.site?.mediaRoot ?? '/media/'
  return (key) => (!key ? null : /^(\/|https?:)/.test(key) ? key : `${root}${key}`)
}
