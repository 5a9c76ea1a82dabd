import type { Note } from '#server/engine/collections/openapi-calls.ts'
import { MANAGING } from './call-notes/managing.ts'
import { OWN } from './call-notes/own.ts'
import { SIGNING_IN } from './call-notes/signing-in.ts'

/**
 * What the description says of a call beyond what its route tells: one line, the schemas that check its query and body, and
 * what it answers. A call that is not listed is described by method and path; a test names those.
 */
export const CALL_NOTES: Readonly<Record<string, Note>> = { ...SIGNING_IN, ...OWN, ...MANAGING }
