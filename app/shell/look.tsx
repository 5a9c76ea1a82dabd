import { MantineContext, type MantineTheme, MantineThemeContext } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { loadPart } from './connection/lazy-part.ts'
import { useNonce } from './nonce.ts'

/**
 * Mantine's theme, the same for every site. Empty until the first script with a Mantine component fills it
 * (`app/theme-filled.ts`), so that pages without any load neither.
 */
export const sharedTheme = {} as MantineTheme

/** Undefined in the browser on the first page. */
export const StylesContext = createContext<((color: string) => string) | null>(null)

type Styles = { color: string; text: string }

const ELEMENT = 'look'

let sent: Styles | undefined

function sentStyles(color: string): Styles {
  const element = document.getElementById(ELEMENT)
  sent ??= { color: element?.dataset.color ?? color, text: element?.textContent ?? '' }
  return sent
}

/**
 * The CSS variables of both schemes in a site's colour, `#rrggbb` or empty for the product's. The browser takes them
 * from the page; their generator loads when the colour changes.
 */
export function LookStyles({ color }: { color: string }) {
  const stylesOf = useContext(StylesContext)
  const [styles, setStyles] = useState(() => (stylesOf ? { color, text: stylesOf(color) } : sentStyles(color)))
  useEffect(() => {
    if (styles.color === color) return
    let isOver = false
    loadPart(() => import('../theme.ts')).then((loaded) => {
      if (isOver) return
      sent = { color, text: loaded.stylesOf(color) }
      setStyles(sent)
    })
    return () => {
      isOver = true
    }
  }, [styles.color, color])
  return (
    <style
      id={ELEMENT}
      data-color={color}
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: colours that the server has checked, as CSS variables.
      dangerouslySetInnerHTML={{ __html: styles.text }}
    />
  )
}

const SCHEME = 'data-mantine-color-scheme'

const CHOOSE = `document.documentElement.setAttribute('${SCHEME}',matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')`

export type ForcedScheme = 'light' | 'dark' | undefined

/** Applies the device's scheme before the first paint, unless a scheme was chosen. */
export const SchemeScript = () => (
  <script
    nonce={useNonce()}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
    dangerouslySetInnerHTML={{ __html: CHOOSE }}
  />
)

/** Applies the chosen scheme, or the device's as it changes. */
function useScheme(forced: ForcedScheme): void {
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const apply = () => document.documentElement.setAttribute(SCHEME, forced ?? (dark.matches ? 'dark' : 'light'))
    apply()
    if (forced) return
    dark.addEventListener('change', apply)
    return () => dark.removeEventListener('change', apply)
  }, [forced])
}

const nothing = () => {}

/** Context of Mantine's components, like its provider but without the script. */
export function LookProvider({ scheme, children }: { scheme: ForcedScheme; children: ReactNode }) {
  const nonce = useNonce()
  useScheme(scheme)
  const context = useMemo(
    () => ({
      colorScheme: scheme ?? ('auto' as const),
      setColorScheme: nothing,
      clearColorScheme: nothing,
      getRootElement: () => document.documentElement,
      classNamesPrefix: 'mantine',
      cssVariablesSelector: ':root',
      withStaticClasses: true,
      getStyleNonce: () => nonce ?? '',
    }),
    [scheme, nonce],
  )
  return (
    <MantineContext.Provider value={context}>
      <MantineThemeContext.Provider value={sharedTheme}>{children}</MantineThemeContext.Provider>
    </MantineContext.Provider>
  )
}
