import type * as z from 'zod'
import { loginInput, refreshInput } from '#server/accounts/contract.ts'
import { factorInput, passkeyInput, ticketInput } from '#server/accounts/factors/contract.ts'
import { impersonateInput } from '#server/accounts/impersonation.ts'
import {
  checkInput,
  registerInput,
  resetCheckInput,
  resetRequestInput,
  resetTokenInput,
} from '#server/accounts/registration-contract.ts'
import { repeatAsk } from '#server/events/repeat/contract.ts'
import { pairInput } from '#server/kiosks/commands.ts'
import { organisationChange } from '#server/organisation/contract.ts'
import { emailSettingsInput } from '#server/people/email-settings/contract.ts'
import { assignAsk, declineAsk } from '#server/requests/answer/contract.ts'
import { batchInput } from '#server/requests/sign-up/contract.ts'
import { previewAsk } from '#server/shifts/preview/contract.ts'

type Note = { summary: string; body?: z.ZodType }

/**
 * What the description says of a call beyond what its route tells: one line, and the schema that checks its body. Calls
 * that are not listed are described by method and path.
 */
export const CALL_NOTES: Readonly<Record<string, Note>> = {
  'POST /auth/login': { summary: 'Sign in', body: loginInput },
  'POST /auth/factor': { summary: 'Finish signing in with a second factor', body: factorInput },
  'POST /auth/passkey': { summary: 'Sign in with a passkey', body: passkeyInput },
  'POST /auth/passkey/options': { summary: 'What a passkey is asked', body: ticketInput.partial() },
  'POST /auth/refresh': { summary: 'The next pair of tokens', body: refreshInput },
  'POST /auth/logout': { summary: 'End the session' },
  'GET /auth/user': { summary: 'The signed-in person in full' },
  'POST /auth/reauth': { summary: 'Prove that it is you' },
  'POST /auth/impersonate': { summary: 'Act as a member for an hour', body: impersonateInput },
  'POST /auth/unimpersonate': { summary: 'Be yourself again' },
  'POST /auth/register': { summary: 'Register', body: registerInput },
  'POST /register': { summary: 'Register', body: registerInput },
  'POST /register/check': { summary: 'What an email address needs to get in', body: checkInput },
  'PUT /password_reset/request': { summary: 'Send a link to choose a new password', body: resetRequestInput },
  'PUT /password_reset/check': { summary: 'Whose link this is', body: resetCheckInput },
  'PUT /password_reset/token': { summary: 'Choose a new password and sign in', body: resetTokenInput },
  'GET /organisations/current': { summary: 'The site' },
  'PUT /organisations/current': { summary: 'Change the site', body: organisationChange },
  'GET /emailsettings/{uid}': { summary: 'The switches behind the link in every mail' },
  'PUT /emailsettings/{uid}': { summary: 'Change them', body: emailSettingsInput },
  'GET /events/calendar': { summary: 'The calendar of a window of time' },
  'PUT /events/{id}/publish': { summary: 'Publish all shifts of an event' },
  'POST /events/{id}/preview': { summary: 'Who would be told of a change', body: previewAsk },
  'POST /events/{id}/repeat': { summary: 'The event again on other dates', body: repeatAsk },
  'GET /events/{id}/suggestions': { summary: 'Who could fill the open shifts' },
  'PUT /shifts/{id}/publish': { summary: 'Publish a shift' },
  'PUT /shifts/{id}/unpublish': { summary: 'Take a shift back' },
  'POST /requests/batch': { summary: 'Ask for several events at once', body: batchInput },
  'PUT /requests/{id}/assign': { summary: 'Give a shift to whoever asked', body: assignAsk },
  'PUT /requests/{id}/decline': { summary: 'Decline a request', body: declineAsk },
  'GET /imports': { summary: 'The last imports' },
  'POST /imports': { summary: 'Import what was previewed' },
  'POST /imports/preview': { summary: 'What an import would do' },
  'POST /imports/{id}/undo': { summary: 'Take an import back' },
  'PUT /apikeys/{id}/revoke': { summary: 'End a key' },
  'POST /kiosks/{id}/code': { summary: 'Another code to pair a device with' },
  'PUT /kiosks/{id}/revoke': { summary: 'End a device’s access' },
  'POST /kiosk/pair': { summary: 'Exchange a code for the secret of a device', body: pairInput },
}
