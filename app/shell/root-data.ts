import type { Impersonator, PersonSettings } from '#server/engine/access/actor.ts'
import type { PublicSite } from '#server/engine/tenancy/public-site.ts'
import type { ShownNotice } from './notices.ts'
import type { SidebarState } from './sidebar-state.ts'

export type { PublicSite }

/** `role` is the view in use; `isAdmin` whether the person is an admin. */
export type Viewer = {
  id: number
  name: string
  email: string
  avatar: string | null
  role: 'admin' | 'user'
  isAdmin: boolean
  settings: PersonSettings
  impersonator: Impersonator | null
  /** The terms have changed since the person agreed to them. */
  consentIsOld: boolean
  /** When the viewer's account ends, ISO; null when it does not. */
  closing: string | null
}

export type RootData = {
  site: PublicSite | null
  /** True on pages of the operators' console, which belongs to no site. */
  console: boolean
  viewer: Viewer | null
  /** The name in this page's address, and the site's subdomain where that is another one. */
  host: string
  subdomain: string | null
  /** The operators' notices to all clubs that this browser has not dismissed. */
  notices: ShownNotice[]
  now: string
  theme: PersonSettings['theme']
  sidebar: SidebarState
  supportEmail: string
  commit: string
}

export { VERSION } from '#server/engine/kernel/contract.ts'
