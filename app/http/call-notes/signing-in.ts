import * as z from 'zod'
import { loginInput, passwordField, refreshInput } from '#server/accounts/contract.ts'
import {
  codeInput,
  factorInput,
  newPasskeyInput,
  passkeyInput,
  ticketInput,
} from '#server/accounts/factors/contract.ts'
import { impersonateInput } from '#server/accounts/impersonation.ts'
import {
  CHECK_STATUSES,
  checkInput,
  registerInput,
  resetCheckInput,
  resetRequestInput,
  resetTokenInput,
} from '#server/accounts/registration-contract.ts'
import { providerInput, socialInput } from '#server/accounts/social/contract.ts'
import type { Note } from '#server/engine/collections/openapi-calls.ts'
import { currentUser, detail, instant, recoveryCodes, signedIn, tokens, whole } from './shapes.ts'

const status = z.object({ status: z.enum(CHECK_STATUSES) })
const challenge = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) })
const resetRequest: Note = {
  summary: 'Send a link to choose a new password',
  body: resetRequestInput,
  answer: detail,
}
const resetCheck: Note = {
  summary: 'Whose link this is',
  body: resetCheckInput,
  answer: z.object({ email: z.string() }),
}
const resetToken: Note = { summary: 'Choose a new password and sign in', body: resetTokenInput, answer: signedIn }
const factors = z.object({
  totp: z.object({ since: instant }).nullable(),
  passkeys: z.array(z.object({ id: whole, name: z.string(), created_at: instant, last_used_at: instant.nullable() })),
  recovery_codes: whole,
  required: z.boolean(),
})
const session = z.object({
  id: whole,
  device: z.string(),
  ip: z.string().nullable(),
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
  impersonator: z.string().nullable(),
})
const provider = z.object({
  provider: z.string(),
  label: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  has_secret: z.boolean(),
  active: z.boolean(),
})

/** Calls about accounts, sessions and proofs of the person. */
export const SIGNING_IN: Readonly<Record<string, Note>> = {
  'POST /auth/login': { summary: 'Sign in', body: loginInput, answer: signedIn },
  'POST /auth/factor': { summary: 'Finish signing in with a second factor', body: factorInput, answer: signedIn },
  'POST /auth/passkey': { summary: 'Sign in with a passkey', body: passkeyInput, answer: signedIn },
  'POST /auth/passkey/options': { summary: 'What a passkey is asked', body: ticketInput.partial(), answer: challenge },
  'POST /auth/social': {
    summary: 'Sign in through a provider of OpenID Connect',
    body: socialInput,
    answer: z.union([signedIn, status]),
  },
  'POST /auth/refresh': { summary: 'The next pair of tokens', body: refreshInput, answer: tokens },
  'POST /auth/logout': { summary: 'End the session', answer: null },
  'GET /auth/user': { summary: 'The signed-in person in full', answer: currentUser },
  'POST /auth/reauth': {
    summary: 'Prove that it is you',
    body: z.union([z.object({ password: passwordField }), passkeyInput]),
    answer: null,
  },
  'POST /auth/impersonate': { summary: 'Act as a member for an hour', body: impersonateInput, answer: signedIn },
  'POST /auth/unimpersonate': { summary: 'Be yourself again', answer: signedIn },
  'POST /auth/register': { summary: 'Register', body: registerInput, answer: null },
  'POST /register': { summary: 'Register', body: registerInput, answer: null },
  'POST /register/check': { summary: 'What an email address needs to get in', body: checkInput, answer: status },
  'PUT /password_reset/request': resetRequest,
  'POST /password_reset/request': resetRequest,
  'PUT /password_reset/check': resetCheck,
  'POST /password_reset/check': resetCheck,
  'PUT /password_reset/token': resetToken,
  'POST /password_reset/token': resetToken,
  'GET /auth/factors': { summary: 'Your second factors', answer: factors },
  'POST /auth/totp': {
    summary: 'Begin to set up an authenticator app',
    answer: z.object({ secret: z.string(), address: z.string(), picture: z.string() }),
  },
  'PUT /auth/totp': { summary: 'Finish setting it up', body: codeInput, answer: recoveryCodes },
  'DELETE /auth/totp': { summary: 'Take the authenticator app away', answer: null },
  'POST /auth/passkeys/options': { summary: 'What a browser needs to make a passkey', answer: challenge },
  'POST /auth/passkeys': { summary: 'Store a passkey', body: newPasskeyInput, answer: recoveryCodes, status: 201 },
  'DELETE /auth/passkeys/{id}': { summary: 'Take a passkey away', answer: null },
  'POST /auth/recovery-codes': { summary: 'Ten new recovery codes', answer: recoveryCodes },
  'GET /sessions': {
    summary: 'Your live sessions at this site',
    answer: z.object({
      count: whole,
      order: z.array(whole),
      results: z.object({ sessions: z.record(z.string(), session) }),
    }),
  },
  'DELETE /sessions': { summary: 'Sign out everywhere', answer: null },
  'DELETE /sessions/{id}': { summary: 'End one session', answer: null },
  'GET /signinproviders': {
    summary: 'Providers that people may sign in through',
    answer: z.object({
      count: whole,
      order: z.array(z.string()),
      results: z.object({ signinproviders: z.record(z.string(), provider) }),
    }),
  },
  'PUT /signinproviders/{provider}': { summary: 'Add or change a provider', body: providerInput, answer: null },
  'DELETE /signinproviders/{provider}': { summary: 'Take a provider away', answer: null },
}
