import type { SiteId } from '#server/engine/tenancy/site.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/**
 * What a window counts. `every` counts each attempt. `held` counts before the attempt and gives back when it succeeded, so
 * that parallel guesses cannot slip past the count. `crowd` is `held` for what many people share, as a club its address:
 * while the count is full of attempts that are still being judged, the next one waits a moment for their outcome.
 */
export type Counts = 'every' | 'held' | 'crowd'

export type Window = {
  /** The key that is counted, beside the site. */
  by: string
  points: number
  seconds: number
  counts: Counts
  /** Counted over all sites: for the shared account, and for what costs money. */
  everywhere?: true
}

type Row = {
  /** What happens while the counters cannot be reached: `closed` refuses, `open` lets pass. */
  fails: 'closed' | 'open'
  windows: readonly Window[]
}

const every = <By extends string>(by: By, points: number, seconds: number) => ({
  by,
  points,
  seconds,
  counts: 'every' as const,
})
const worldwide = <By extends string>(by: By, points: number, seconds: number) => ({
  ...every(by, points, seconds),
  everywhere: true as const,
})

/** The limits of the product, one row per action. Each window is separate for each site unless it says otherwise. */
export const LIMITS = {
  /** Every proof of a password: signing in, registering with an existing account, changing a password or an email. */
  login: {
    fails: 'closed',
    windows: [
      { by: 'account', points: 5, seconds: 10 * MINUTE, counts: 'held', everywhere: true },
      { by: 'ip', points: 10, seconds: 3 * MINUTE, counts: 'crowd' },
    ],
  },
  /** A sign-in from a device that the account was used on before: counted by device, so that nobody can lock its owner out. */
  login_known_device: {
    fails: 'closed',
    windows: [{ by: 'device', points: 5, seconds: 10 * MINUTE, counts: 'held' }],
  },
  second_factor: {
    fails: 'closed',
    windows: [{ by: 'account', points: 5, seconds: 10 * MINUTE, counts: 'held', everywhere: true }],
  },
  /** Lines in the audit log about sign-ins that were refused for being too many. */
  refusal_line: { fails: 'open', windows: [every('account', 1, 10 * MINUTE), every('site', 60, HOUR)] },
  social: { fails: 'open', windows: [every('ip', 30, MINUTE)] },
  passkey_challenge: { fails: 'open', windows: [every('ip', 30, MINUTE)] },
  register_check: { fails: 'open', windows: [every('ip', 20, MINUTE), every('ip', 100, DAY)] },
  register: { fails: 'open', windows: [every('ip', 5, HOUR), every('site', 20, MINUTE)] },
  reset_request: {
    fails: 'closed',
    windows: [
      every('ip', 3, MINUTE),
      every('ip', 6, HOUR),
      worldwide('email', 3, MINUTE),
      worldwide('email', 12, HOUR),
    ],
  },
  reset_token: { fails: 'closed', windows: [every('ip', 10, 15 * MINUTE)] },
  change_email: { fails: 'closed', windows: [every('person', 5, HOUR)] },
  /** Each further code of an account waits longer. The site's and the country's caps are about money (decision 077). */
  phone_code_send: {
    fails: 'closed',
    windows: [
      worldwide('account', 2, MINUTE),
      worldwide('account', 3, 10 * MINUTE),
      worldwide('account', 4, HOUR),
      worldwide('account', 5, DAY),
      worldwide('number', 3, 10 * MINUTE),
      every('site', 125, DAY),
      worldwide('country', 250, DAY),
    ],
  },
  phone_code_check: { fails: 'closed', windows: [every('code', 5, DAY), every('person', 5, DAY)] },
  token_refresh: { fails: 'open', windows: [every('family', 30, 10 * MINUTE)] },
  preference_link: { fails: 'open', windows: [every('ip', 30, MINUTE)] },
  /** Programmes of many members ask from the few addresses of one provider. */
  calendar_feed: { fails: 'open', windows: [every('ip', 120, MINUTE)] },
  kiosk: { fails: 'open', windows: [every('kiosk', 60, MINUTE)] },
  export: { fails: 'open', windows: [every('person', 6, MINUTE)] },
  bulk_send: { fails: 'open', windows: [every('person', 1_000, DAY)] },
} as const satisfies Record<string, Row>

export type LimitName = keyof typeof LIMITS

/** What the caller gives: the site, and whatever the action's windows count by. The address may be unknown. */
export type LimitKeys<N extends LimitName> = { site: SiteId } & {
  [By in Exclude<(typeof LIMITS)[N]['windows'][number]['by'], 'site'>]: By extends 'ip'
    ? string | null
    : string | number
}

/**
 * Requests a minute of anything, counted in the process and shared when they become many (see `general.ts`). A person
 * who is signed in, a program and a kiosk each have a bound of their own and take from the site's share. The anonymous, among them those
 * whose credentials do not count, are bounded by address and take nothing from it. Pictures and files are counted apart,
 * by address: one list shows a hundred of them, and browsers keep them. Files of the build are not counted at all.
 */
export const GENERAL_LIMITS = { person: 300, key: 600, kiosk: 120, site: 3_000, anonymous: 300, files: 6_000 } as const
