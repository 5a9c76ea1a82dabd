import { useRouteLoaderData } from '@remix-run/react'

type Root = { site: { mediaRoot: string } | null }

/** Resolves a stored picture's key to its URL; URLs pass through. */
export function useMedia(): (key: string | null | undefined) => string | null {
  const root = (useRouteLoaderData('root') as Root | undefined)?.site?.mediaRoot ?? '/media/'
  return (key) => (!key ? null : /^(\/|https?:)/.test(key) ? key : `${root}${key}`)
}
