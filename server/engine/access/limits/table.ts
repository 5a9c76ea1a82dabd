import type { SiteId } from '#server/engine/tenancy/site.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/**
 * How a window counts. `every`: each attempt. `held`: before the attempt, given back on success, so that parallel
 * guesses cannot exceed the limit. `crowd`: `held` for a shared key such as a club's address; when the window is full
 * of attempts in progress, the next one waits for an outcome. `completed`: before the attempt, given back on failure.
 */
export type Counts = 'every' | 'held' | 'crowd' | 'completed'

export type Window = {
  by: string
  points: number
  seconds: number
  counts: Counts
  /** Counted over all sites: for shared accounts and whatever costs money. */
  everywhere?: true
}

type Row = {
  /** While the counters are unreachable: `closed` refuses, `open` admits. */
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

const held = <By extends string>(by: By, points: number, seconds: number) => ({
  ...every(by, points, seconds),
  counts: 'held' as const,
})
const completed = <By extends string>(by: By, points: number, seconds: number) => ({
  ...every(by, points, seconds),
  counts: 'completed' as const,
})

/** Windows count each site separately unless marked. */
export const LIMITS = {
  /** Every check of a password: signing in, registering with an existing account, changing a password or an email. */
  login: {
    fails: 'closed',
    windows: [
      { by: 'account', points: 5, seconds: 10 * MINUTE, counts: 'held', everywhere: true },
      { by: 'ip', points: 10, seconds: 3 * MINUTE, counts: 'crowd' },
    ],
  },
  /** A sign-in from a known device, counted by device, so that attackers cannot lock its owner out. */
  login_known_device: {
    fails: 'closed',
    windows: [{ by: 'device', points: 5, seconds: 10 * MINUTE, counts: 'held' }],
  },
  second_factor: {
    fails: 'closed',
    windows: [{ by: 'account', points: 5, seconds: 10 * MINUTE, counts: 'held', everywhere: true }],
  },
  refusal_line: { fails: 'open', windows: [every('account', 1, 10 * MINUTE), every('site', 60, HOUR)] },
  social: { fails: 'open', windows: [every('ip', 30, MINUTE)] },
  passkey_challenge: { fails: 'open', windows: [every('ip', 30, MINUTE)] },
  /** A whole club may share one Wi-Fi address. */
  register_check: { fails: 'open', windows: [every('ip', 120, MINUTE), every('email', 10, MINUTE)] },
  /** Failures count by email, with growing waits. */
  register: {
    fails: 'open',
    windows: [
      completed('ip', 60, HOUR),
      completed('site', 60, MINUTE),
      held('email', 5, MINUTE),
      held('email', 10, 10 * MINUTE),
      held('email', 20, HOUR),
    ],
  },
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
  /** Counts invitations, not calls. */
  invite: { fails: 'closed', windows: [every('person', 5_000, DAY), every('site', 10_000, DAY)] },
  change_email: { fails: 'closed', windows: [every('person', 5, HOUR)] },
  /** Growing waits per account. Limits per site and country protect against cost (decision 019). */
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
  /** Pages behind links in messages; members may share an address. */
  answer_link: { fails: 'open', windows: [every('ip', 60, MINUTE)] },
  /** The calendar programs of many members share a provider's few addresses. */
  calendar_feed: { fails: 'open', windows: [every('ip', 120, MINUTE)] },
  kiosk: { fails: 'open', windows: [every('kiosk', 60, MINUTE)] },
  export: { fails: 'open', windows: [every('person', 6, MINUTE)] },
  /** Reports of browsers, open to anyone. */
  error_report: { fails: 'open', windows: [every('ip', 20, MINUTE), every('site', 120, MINUTE)] },
  /** Test messages to their authors; a text costs money. */
  message_test: { fails: 'closed', windows: [every('person', 10, 10 * MINUTE), every('person', 50, DAY)] },
  /** Each check requests up to ten addresses that users wrote. */
  message_links: { fails: 'closed', windows: [every('caller', 20, MINUTE), every('site', 60, MINUTE)] },
  /** Each upload is decoded, checked and kept. */
  message_upload: { fails: 'open', windows: [every('caller', 30, 10 * MINUTE), every('site', 500, DAY)] },
  bulk_send: { fails: 'open', windows: [every('person', 1_000, DAY)] },
} as const satisfies Record<string, Row>

export type LimitName = keyof typeof LIMITS

export type LimitKeys<N extends LimitName> = { site: SiteId } & {
  [By in Exclude<(typeof LIMITS)[N]['windows'][number]['by'], 'site'>]: By extends 'ip'
    ? string | null
    : string | number
}

/**
 * All requests per minute, counted in the process and shared when busy (see `general.ts`). Signed-in people, programs
 * and kiosks each have a limit and use the site's share. Anonymous requests and those with invalid credentials are
 * limited by address, per site and overall, and use none of it. Pictures and files count separately, by address, since
 * one list shows a hundred. Files of the build are not counted.
 */
export const GENERAL_LIMITS = {
  person: 300,
  key: 600,
  kiosk: 120,
  site: 3_000,
  anonymous: 300,
  anonymousEverywhere: 600,
  files: 6_000,
} as const
