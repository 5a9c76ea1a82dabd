/*
 * The product's whole use of the undocumented protocol between Remix's server and its router in the browser: an open
 * page requests a route's data by `?_data=` and the route's id, and reads the kind of response from `x-remix-*`
 * headers. docs/decisions/003 has the figure that justifies it; tests/integration/screen-data.test.ts compares every
 * kind of response with Remix's and fails when Remix changes.
 */

const PARAMETER = '_data'

/** Marks a response as an error for the page to show, instead of its data. */
export const CAUGHT: Readonly<Record<string, string>> = { 'x-remix-catch': 'yes' }

/** Returns the id of the route whose data is requested; null for a whole page. `address` may lack its origin. */
export function routeOfData(address: string): string | null {
  if (!address.includes(`${PARAMETER}=`)) return null
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get(PARAMETER)
}

/** Returns the URL of the page whose data is requested. */
export function withoutDataParameter(address: URL): URL {
  const page = new URL(address)
  page.searchParams.delete(PARAMETER)
  return page
}

/** @param body JSON. */
export const dataReply = (body: string) => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-remix-response': 'yes' },
  body,
})

/**
 * Responds with a loader's thrown response: the browser follows a redirect, and shows any other as the page's error.
 */
export function thrownReply(thrown: Response): Response {
  const headers = new Headers(thrown.headers)
  const location = headers.get('location')
  if (location === null) {
    for (const [name, value] of Object.entries(CAUGHT)) headers.set(name, value)
    return new Response(thrown.body, { status: thrown.status, headers })
  }
  headers.delete('location')
  headers.set('x-remix-redirect', location)
  headers.set('x-remix-status', String(thrown.status))
  return new Response(null, { status: 204, headers })
}
