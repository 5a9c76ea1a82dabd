import { Anchor } from '@mantine/core'
import { Link } from '@remix-run/react'
import { paths } from '../../shell/paths.ts'
import { useViewer } from '../../shell/use-root.ts'
import classes from './api-docs.module.css'

const LIST = `{
  "count": 2,
  "order": [17, 4],
  "results": {
    "shifts": { "4": { "id": 4, … }, "17": { "id": 17, … } },
    "people": { "9": { "id": 9, … } }
  }
}`

/** What holds for every call. */
export function Overview() {
  const viewer = useViewer()
  return (
    <div className={classes.overview}>
      <h2>Who is calling</h2>
      <p>
        Send <code>Authorization: Bearer</code> with an API key (<code>wb_…</code>) or with the access token of somebody
        who signed in by <code>POST /api/auth/login</code>. A key acts as an admin within its scopes: <code>read</code>{' '}
        or <code>write</code> for all areas, or single ones such as <code>people:read</code> and{' '}
        <code>shifts:write</code>. Each call below says which it needs. No key makes or changes an admin, gives somebody
        access, changes an email, a key or a sign-in provider.
        {viewer?.role === 'admin' && (
          <>
            {' '}
            <Anchor component={Link} to={paths.apiKeys} underline="always" inherit>
              Make an API key
            </Anchor>
          </>
        )}
      </p>
      <h2>Lists</h2>
      <p>
        A list answers its records by id, and their order beside them. <code>expand=person,event</code> sends related
        records along; <code>limit</code> is 50, and <code>-1</code> is all; <code>sort=-start,name</code> sorts.
      </p>
      <pre>{LIST}</pre>
      <h2>Filters</h2>
      <p>
        <code>name=ann</code> contains; <code>order__gte=3</code> compares (<code>__eq __ne __gt __gte __lt __lte</code>
        ); <code>start=2027-03-01</code> is that day at the club; <code>event=4,9</code> is one of them;{' '}
        <code>person=null</code> is none; <code>person/name=ann</code> looks through a relation. What a collection does
        not know is refused by name.
      </p>
      <h2>Writing</h2>
      <p>
        <code>POST</code> and <code>PUT</code> take a list of objects, or one: all are stored or none. Fields that are
        absent stay. Instants are ISO 8601 with a zone, dates <code>YYYY-MM-DD</code>.
      </p>
      <h2 id="errors">Errors</h2>
      <p>
        400 has messages by field, and <code>items</code> for a list. 401 has a <code>code</code> only when a session is
        gone. 403, 404, 409, 413, 415 and 429 have a <code>detail</code>; 429 also <code>Retry-After</code>. A record of
        another club is like one that never existed.
      </p>
    </div>
  )
}
