import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { readOwnMessages } from '#server/messages/history/queries.ts'
import { EmailsScreen } from '../profile/emails-screen.tsx'
import { pageQuery, parsePage } from '../profile/own-page.ts'

export const handle = { title: 'Emails', auth: true, framed: false, width: '860px' }

const MOST = 1_000

export const loader = screen({
  requires: 'member',
  load: async (ctx, { url }) => {
    const page = parsePage(url.searchParams)
    const query = { limit: page.limit > 0 ? page.limit : MOST, offset: Number(pageQuery(page).offset) }
    return { ...page, ...(await readOwnMessages(ctx, requirePerson(ctx.actor), query)) }
  },
})

export default function OwnEmails() {
  return <EmailsScreen {...useLoaderData<typeof loader>()} />
}
