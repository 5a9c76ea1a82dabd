import { areaOf } from '#server/engine/access/areas.ts'
import { AREA_LABELS } from '#server/engine/access/scopes.pure.ts'
import type { Declaration } from './define.ts'

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  news: 'news',
  series: 'series',
  waiting: 'waitingPlace',
}

const singularOf = (word: string): string => IRREGULAR[word] ?? word.replace(/ies$/, 'y').replace(/s$/, '')

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `Shifts` and `Shift`, for operation ids. */
export const idNamesOf = (collection: string) => ({
  many: capitalised(collection),
  one: capitalised(singularOf(collection)),
})

/** `PUT /shifts/{id}/publish` becomes `putShiftPublish`. */
export function operationIdOf(method: string, path: string): string {
  const parts = path.split('/').filter(Boolean)
  const words = parts.flatMap((part, i) =>
    part.startsWith('{') ? [] : (parts[i + 1]?.startsWith('{') ? singularOf(part) : part).split(/\W|_/),
  )
  return method.toLowerCase() + words.map(capitalised).join('')
}

const OTHER_TAGS: Readonly<Record<string, { name: string; description: string }>> = {
  answers: {
    name: 'Links in reminders',
    description: 'Whether a person can make a shift, from the link in a reminder.',
  },
  audit: { name: 'Audit log', description: 'Who changed what.' },
  auth: { name: 'Signing in', description: 'Passwords, passkeys, second factors, sign-in providers and tokens.' },
  calendarfeed: { name: 'Calendar subscription', description: 'The link that shows your shifts in a calendar.' },
  dashboard: { name: 'Dashboard', description: 'Everything on the first page.' },
  todo: { name: 'To do', description: 'Everything that is waiting for a coordinator.' },
  emailsettings: { name: 'Email settings', description: 'The preferences behind the link in every email.' },
  imports: { name: 'Imports', description: 'Events, shifts and people from a file.' },
  kiosk: {
    name: 'Kiosk devices',
    description: 'Calls for a paired device, where people sign in and out of shifts.',
  },
  organisations: { name: 'Organisation', description: 'The settings and the logo of the site.' },
  password_reset: { name: 'Forgotten password', description: 'A new password by a link in an email.' },
  register: { name: 'Registration', description: 'New accounts.' },
  roster: { name: 'Roster', description: 'Assigning and publishing shifts at several events together.' },
  sessions: { name: 'Sessions', description: 'The devices on which you are signed in.' },
  setup: { name: 'Setup lists', description: 'Merging records in the lists that admins set up.' },
  signinproviders: { name: 'Sign-in providers', description: 'The site’s OpenID Connect providers.' },
  swaps: { name: 'Swaps', description: 'Shifts that are handed over, swapped or offered.' },
  timerequests: { name: 'Time requests', description: 'Different times people have asked for on their shifts.' },
  timesheets: { name: 'Timesheets', description: 'Recorded hours.' },
  waiting: { name: 'Waiting lists', description: 'Places on the waiting lists of events.' },
}

export function tagsOf(declarations: readonly Declaration[], paths: readonly string[]) {
  const titles = new Map(declarations.map(({ contract }) => [contract.name, contract.title]))
  const firstParts = [...new Set(paths.map(firstPartOf))]
  return new Map(
    firstParts.map((part) => {
      const title = titles.get(part)
      if (title === undefined) return [part, OTHER_TAGS[part] ?? { name: part, description: '' }]
      return [part, { name: title, description: `Part of the area “${AREA_LABELS[areaOf(part)].title}” for API keys.` }]
    }),
  )
}

export const firstPartOf = (path: string) => path.split('/')[1] ?? ''
