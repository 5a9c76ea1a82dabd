import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { auditQuery } from '#server/audit/contract.ts'
import { findPerson, listAudit } from '#server/audit/queries.ts'
import { AuditScreen } from '../audit-screen.tsx'

export const handle = { title: 'Audit log', auth: true, framed: false }

/** Reads the filters from the URL and ignores invalid ones. */
const queryOf = (url: URL) => {
  const asked = auditQuery.safeParse(Object.fromEntries(url.searchParams))
  return asked.success ? asked.data : auditQuery.parse({})
}

export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const query = queryOf(url)
    const person = query.person === undefined ? null : await findPerson(ctx.db, query.person)
    return {
      ...(await listAudit(ctx, query)),
      event: query.event ?? '',
      person,
      paged: Boolean(query.before),
    }
  },
})

export default function Audit() {
  return <AuditScreen {...useLoaderData<typeof loader>()} />
}
