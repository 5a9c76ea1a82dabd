import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { guardPageRequests } from './shell/connection/page-requests.ts'
import { isDrawnForAdmin } from './shell/connection/router.ts'
import { ignoreClicksOnReplacements } from './shell/double-click.ts'
import { loadAdminNavigation } from './shell/late-navigation.ts'
import { reportUncaught } from './shell/report-errors.ts'

declare global {
  /** Read by the scroll lock of dialogs and menus, which writes a style element of its own. */
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

// React takes over what the server drew, so what an admin's page holds beyond a member's has to be there.
if (isDrawnForAdmin()) loadAdminNavigation().then(hydrate)
else hydrate()
