/** A browser's sidebar settings: the titles of collapsed groups, and the screens with a changed width. */
export type SidebarState = {
  collapsed: readonly string[]
  widths: Readonly<Record<string, DrawerWidth>>
}

/** `mini` is 56 px, `full` is 256 px. */
export type DrawerWidth = 'mini' | 'full'

export const SIDEBAR_COOKIE = 'sidebar'

export const DEFAULT_SIDEBAR: SidebarState = { collapsed: [], widths: {} }

const MAX_NAMES = 10
const MAX_SCREENS = 20
const MAX_NAME = 60
const MAX_TEXT = 4000

const names = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((name): name is string => typeof name === 'string' && name.length <= MAX_NAME).slice(0, MAX_NAMES)
    : []

const isWidth = (value: unknown): value is DrawerWidth => value === 'mini' || value === 'full'

/** Reads the output of `writeSidebar`. Any other cookie is the default. */
export function readSidebar(text: string | null): SidebarState {
  if (!text || text.length > MAX_TEXT) return DEFAULT_SIDEBAR
  try {
    const { collapsed, widths } = JSON.parse(decodeURIComponent(text)) as Record<string, unknown>
    const screens = Object.entries(widths ?? {}).filter(([key, width]) => key.length <= MAX_NAME && isWidth(width))
    return {
      collapsed: names(collapsed),
      widths: Object.fromEntries(screens.slice(0, MAX_SCREENS)) as Record<string, DrawerWidth>,
    }
  } catch {
    return DEFAULT_SIDEBAR
  }
}

export const writeSidebar = (state: SidebarState): string => encodeURIComponent(JSON.stringify(state))

const toggled = (list: readonly string[], name: string) =>
  list.includes(name) ? list.filter((other) => other !== name) : [...list, name].slice(-MAX_NAMES)

export const toggleGroup = (state: SidebarState, title: string): SidebarState => ({
  ...state,
  collapsed: toggled(state.collapsed, title),
})

/** Stores the width of a screen, or removes it if it is the default. Keeps the latest changes. */
export function setWidth(state: SidebarState, screen: string, width: DrawerWidth, usual: DrawerWidth): SidebarState {
  const others = Object.entries(state.widths).filter(([key]) => key !== screen)
  const kept = width === usual ? others : [...others, [screen, width] as const].slice(-MAX_SCREENS)
  return { ...state, widths: Object.fromEntries(kept) }
}
