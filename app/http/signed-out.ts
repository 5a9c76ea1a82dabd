import type { AppLoadContext } from '@remix-run/node'
import { json } from './problem.ts'

/** Responds with 404 to signed-in visitors of a page for new ones. */
export function requireSignedOut({ actor }: AppLoadContext): void {
  if (actor.kind === 'person') throw json({ detail: 'You’re already signed in.' }, 404)
}
