import type { AppLoadContext } from '@remix-run/node'
import { json } from './problem.ts'

/** For a route that forbids signed-in visitors: they get the 404 page. */
export function requireSignedOut({ actor }: AppLoadContext): void {
  if (actor.kind === 'person') throw json({ detail: 'You are signed in already.' }, 404)
}
