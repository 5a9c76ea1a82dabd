// First: declares the order of Mantine's layers.
import '@mantine/core/styles/default-css-variables.layer.css'
import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadAdminParts } from './shell/connection/lazy-part.ts'
import { guardPageRequests } from './shell/connection/page-requests.ts'
import { isDrawnForAdmin } from './shell/connection/router.ts'
import { ignoreClicksOnReplacements } from './shell/double-click.ts'
import { loadAdminNavigation } from './shell/late-navigation.ts'
import { reportUncaught } from './shell/report-errors.ts'

declare global {
  /** Read by the scroll lock of dialogs and menus, which adds a style element. */
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

reportUncaught()
guardPageRequests()
ignoreClicksOnReplacements()

const hydrate = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  })

// Hydration needs the admin's parts that the server rendered; the page's own are known once its modules have run.
if (isDrawnForAdmin()) loadAdminNavigation().then(loadAdminParts).then(hydrate)
else hydrate()
