import { Anchor } from '@mantine/core'
import { Link } from '@remix-run/react'
import { listPath } from '#app/shell/list-paths.ts'
import classes from './api-docs.module.css'

const LIST = `{
  "count": 2,
  "order": [17, 4],
  "results": {
    "shifts": { "4": { "id": 4, … }, "17": { "id": 17, … } },
    "people": { "9": { "id": 9, … } }
  }
}`

export type CollectionLink = { name: string; title: string }

/** @param records the collections; empty except for admins */
export function Overview({ records }: { records: readonly CollectionLink[] }) {
  return (
    <div className={classes.overview}>
      <h2>Authentication</h2>
      <p>
        Send <code>Authorization: Bearer</code> with an API key (<code>wb_…</code>) or with an access token from{' '}
        <code>POST /api/auth/login</code>. A key acts as an admin within its scopes: <code>read</code> or{' '}
        <code>write</code> for every area, or single scopes such as <code>people:read</code> and{' '}
        <code>shifts:write</code>. Each call below lists the scopes it needs. A key can never create or change an admin,
        give someone access, or change an email, a key or a sign-in provider.
      </p>
      <h2>Lists</h2>
      <p>
        A list returns records by id, with their order beside them. <code>expand=person,event</code> includes related
        records; <code>limit</code> is 50 by default, and <code>-1</code> returns all; <code>sort=-start,name</code>{' '}
        sorts.
      </p>
      <pre>{LIST}</pre>
      <h2>Filters</h2>
      <p>
        <code>name=ann</code> means contains; <code>order__gte=3</code> compares (
        <code>__eq __ne __gt __gte __lt __lte</code>); <code>on=2027-03-01</code> matches that day at the club;{' '}
        <code>event=4,9</code> matches either; <code>person=null</code> matches none; <code>person/name=ann</code>{' '}
        filters by a related record. An unknown filter is refused by name.
      </p>
      <h2>Writing</h2>
      <p>
        <code>POST</code> and <code>PUT</code> take one object or a list, and store all of it or nothing. Omitted fields
        keep their values. Instants are ISO 8601 with a time zone, dates <code>YYYY-MM-DD</code>.
      </p>
      <h2 id="errors">Errors</h2>
      <p>
        400 returns messages by field, and <code>items</code> for a list. 401 has a <code>code</code> only when a
        session has ended. 403, 404, 409, 413, 415 and 429 have a <code>detail</code>; 429 also sends{' '}
        <code>Retry-After</code>. A record of another club is answered as not found.
      </p>
      {records.length > 0 && (
        <>
          <h2 id="records">All records</h2>
          <p>What the API reads and writes, each collection in a table with search, filters, bulk changes and CSV.</p>
          <ul className={classes.records}>
            {records.map(({ name, title }) => (
              <li key={name}>
                <Anchor component={Link} to={listPath(name)} underline="always" inherit>
                  {title}
                </Anchor>{' '}
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
