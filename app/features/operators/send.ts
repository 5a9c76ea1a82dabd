import { type Answer, callApi } from '#app/collections/call-api.ts'

/** The console shows every error inline: it has no club pages to redirect to. */
const INLINE_STATUSES = [403, 404, 409, 429, 500, 503]

/** Posts to the console's endpoints. Never throws. */
export const postToConsole = <Body>(path: string, body: object = {}): Promise<Answer<Body>> =>
  callApi('POST', path, body, INLINE_STATUSES)
