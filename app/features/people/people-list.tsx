import { IconCheck, IconMessage2, IconMoonStars, IconShieldCheck, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { ListRecord, ListView } from '#app/collections/list-view.ts'
import { PersonAccess } from '#app/features/accounts/security/person-access.tsx'
import { MAX_NAMED } from '#app/features/messages/message-data.ts'
import { beginMessage } from '#app/shell/begin-message.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import { Avatar } from '#app/ui/person-chip.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { PersonFacts } from '#server/people/page/contract.ts'
import classes from '../../collections/cells.module.css'
import { BlockBanner } from './person/block-banner.tsx'
import { BlockMarks } from './person/block-marks.tsx'
import { blocksOf } from './person/block-text.ts'
import { CompetencyTags } from './person/competency-tags.tsx'
import { PersonSummary } from './person/person-summary.tsx'

const PeopleTools = lazyPart(() => import('./people-tools.tsx').then((module) => ({ default: module.PeopleTools })))

const ACCESS_LABELS: Record<string, string> = { admin: 'Admin', user: 'User', new: 'New' }

function Status({ person }: { person: ListRecord }) {
  if (person.role === 'new')
    return (
      <Tag tone="amber" icon={IconUserPlus} quiet>
        New
      </Tag>
    )
  const { email, sms } = blocksOf(person)
  if (person.is_active && (email || sms))
    return (
      <span className={classes.stacked}>
        <BlockMarks person={person} />
      </span>
    )
  return person.is_active ? (
    <Tag tone="green" icon={IconCheck} quiet>
      Active
    </Tag>
  ) : (
    <Tag tone="slate" icon={IconMoonStars} quiet>
      Inactive
    </Tag>
  )
}

const factsFor = (extras: Record<number, unknown>, id: number) => extras[id] as PersonFacts | undefined

export const peopleView: ListView = {
  collection: 'people',
  icon: IconUsers,
  path: paths.people,
  recordPath: ({ id }) => `${paths.people}?open=${id}`,
  recordPage: ({ id }) => paths.person(id),
  importPath: null,
  columns: [
    {
      key: 'name',
      title: 'Name',
      sort: 'name',
      phone: 'below',
      cell: (person) => (
        <span className={`row ${classes.named}`}>
          <Avatar name={String(person.name)} size={32} src={person.avatar === null ? null : String(person.avatar)} />
          <span>
            {String(person.name)}
            <small data-line title={String(person.email)}>
              {String(person.email)}
            </small>
            {Object.values(blocksOf(person)).map((block) => block && <small key={block.reason}>{block.words}</small>)}
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      title: 'Access',
      sort: 'role',
      phone: 'hidden',
      cell: ({ role }) =>
        role === 'admin' ? (
          <Tag tone="brand" icon={IconShieldCheck} quiet>
            Admin
          </Tag>
        ) : (
          (ACCESS_LABELS[String(role)] ?? '')
        ),
    },
    {
      key: 'held',
      title: 'Competencies',
      phone: 'below',
      cell: ({ id }, { extras }) => {
        const held = factsFor(extras, id)?.held
        return held?.length ? <CompetencyTags held={held} limit={3} /> : null
      },
    },
    {
      key: 'hours',
      title: 'Hours (12 months)',
      align: 'end',
      phone: 'hidden',
      cell: ({ id }, { extras }) => {
        const facts = factsFor(extras, id)
        return facts && <span className="num">{hoursText(facts.hours)}</span>
      },
    },
    {
      key: 'last_shift',
      title: 'Last shift',
      phone: 'hidden',
      cell: ({ id }, { extras, when }) => {
        const lastShift = factsFor(extras, id)?.last_shift
        return lastShift ? <span className="num">{when.date(lastShift)}</span> : 'Never'
      },
    },
    { key: 'is_active', title: 'Status', phone: 'end', cell: (person) => <Status person={person} /> },
  ],
  tabs: [
    { key: 'active', label: 'Active', query: { is_active: 'true', role__ne: 'new' }, sort: 'name' },
    { key: 'ending', label: 'Competencies expiring', query: { is_active: 'true', ending: 'true' }, sort: 'name' },
    {
      key: 'unseen',
      label: 'No shift in 90 days',
      query: { is_active: 'true', role__ne: 'new', unseen: 'true' },
      sort: 'name',
    },
    {
      key: 'unreachable',
      label: 'Cannot be reached',
      query: { is_active: 'true', blocked: 'true' },
      sort: 'name',
      isPageTab: true,
    },
    { key: 'new', label: 'New', query: { role: 'new' }, sort: 'name' },
    { key: 'inactive', label: 'Inactive', query: { is_active: 'false', role__ne: 'new' }, sort: 'name' },
    { key: 'all', label: 'Everyone', query: {}, sort: 'name' },
  ],
  searchHint: 'Name, email, phone',
  form: [
    'name',
    'email',
    'phone',
    'role',
    'is_active',
    'joined',
    'tags',
    'notes',
    'email_reminders',
    'email_notifications',
    'email_newsletters',
    'sms_notifications',
  ],
  createOnly: ['email'],
  hidden: ['avatar', 'email', 'hide_verify_phone'],
  bulk: [
    'role',
    'is_active',
    'tags',
    'joined',
    'email_reminders',
    'email_notifications',
    'email_newsletters',
    'sms_notifications',
  ],
  selectionTools: (selected, data) => (
    <Suspense>
      <PeopleTools selected={selected} data={data} />
    </Suspense>
  ),
  selectionLink: (selected, { matches }) => {
    if (!selected.all && selected.ids.size > MAX_NAMED) return null
    const audience = selected.all ? { filters: matches } : { people: [...selected.ids] }
    return { label: 'Message', icon: IconMessage2, to: beginMessage(audience, { kind: 'people' }) }
  },
  summary: (person, facts) => (
    <>
      <BlockBanner person={person} />
      <PersonSummary facts={facts as PersonFacts | undefined} />
    </>
  ),
  recordActions: (person, viewer) => (
    <PersonAccess
      key={person.id}
      person={{
        id: person.id,
        name: String(person.name || person.email),
        role: String(person.role),
        is_active: person.is_active === true,
      }}
      self={viewer?.id === person.id}
    />
  ),
  deleteNote: 'Their shifts become open.',
  empty: 'Add people one by one, or import a list from a file.',
}
