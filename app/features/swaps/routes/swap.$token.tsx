import { useActionData, useLoaderData } from '@remix-run/react'
import { linkScreen, yesNoAction } from '#app/http/by-link.ts'
import { LinkFormats } from '#app/shell/use-root.ts'
import { answerSwapByLink, readSwapPage } from '#server/swaps/links/commands.ts'
import { swapLinkInput } from '#server/swaps/links/contract.ts'
import { SwapLinkScreen } from '../swap-link-screen.tsx'

export const handle = { title: 'Can you swap?', auth: false, framed: false, ownBand: true }

export const loader = linkScreen(readSwapPage)

export const action = yesNoAction(swapLinkInput, answerSwapByLink)

export default function SwapByLink() {
  const { page, choice, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ refused: string | null }>()
  return (
    <LinkFormats.Provider value={page?.person ?? null}>
      <SwapLinkScreen page={page} choice={choice} now={now} refused={given?.refused ?? null} />
    </LinkFormats.Provider>
  )
}
