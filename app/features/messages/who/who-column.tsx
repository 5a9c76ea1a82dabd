import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChevronDown, IconPlus, IconUser, IconUserMinus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { OptionSelect } from '#app/collections/option-select.tsx'
import { fetchApi, HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FITTING_MENU } from '#app/ui/fitting-menu.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { AudienceAnswer, AudienceCount, TextCount } from '#server/messages/audience/answer-contract.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { capNote } from '#server/messages/sending/rules.ts'
import { ColumnTitle, type WhoProps } from '../columns.tsx'
import type { MessageKind } from '../draft-state.ts'
import { countedBoth } from '../message-text.ts'
import { FirstChips } from './first-chips.tsx'
import { RuleForm } from './rule-form.tsx'
import { applyRule, hasRule, RULE_KINDS, type RuleKind, withoutRule } from './rule-kinds.ts'
import { exclusionText, type Names, ruleText, SWITCH_TEXT, TEXT_SWITCH } from './rule-text.ts'
import { SendAs } from './send-as.tsx'
import classes from './who.module.css'

export function WhoColumn({ draft, change, errors, live, names, first, has_roles, onNamed }: WhoProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { audience, kind } = draft
  const apply = (next: Audience) => {
    change({ audience: next })
    setOpened(null)
  }
  const isEmpty = Object.keys(audience).length === 0
  return (
    <div className={classes.who}>
      <ColumnTitle number={1}>Who</ColumnTitle>
      <SendAs draft={draft} change={change} errors={errors} />
      <Count live={live} isEmpty={isEmpty} />
      {isEmpty && !opened && (
        <FirstChips first={first} onChoose={apply} onEvent={() => setOpened(RULE_KINDS.find(isOnShift) ?? null)} />
      )}
      {live.count && (
        <>
          <CapNote kind={kind} count={live.count} isLater={draft.scheduled_for !== null} />
          {live.count.sms && <CapNote kind="sms" count={live.count.sms} isLater={draft.scheduled_for !== null} />}
        </>
      )}
      {live.count?.warning && (
        <p className={classes.cap} role="status">
          {live.count.warning}
        </p>
      )}
      <FormError message={problemText(live.problem ?? errors.audience)} />
      <Rules audience={audience} names={names} onOpen={setOpened} onApply={apply} opened={opened} />
      {opened === 'people' || opened === 'except' ? (
        <AddPerson
          key={opened}
          part={opened}
          onClose={() => setOpened(null)}
          onChoose={(id, name) => {
            onNamed('people', id, name)
            change({ audience: withPerson(audience, opened, id) })
          }}
        />
      ) : opened ? (
        <RuleForm
          key={opened.key}
          kind={opened}
          audience={audience}
          names={names}
          has_roles={has_roles}
          onNamed={onNamed}
          onApply={apply}
          onClose={() => setOpened(null)}
        />
      ) : (
        <AddRule audience={audience} onOpen={setOpened} onApply={apply} />
      )}
      {live.count && live.count.matching > 0 && (
        <>
          {live.count.sms ? <OnlyOne {...live.count.sms} /> : <Exclusions kind={kind} count={live.count} />}
          <p className={classes.hint}>{SWITCH_TEXT[live.count.switch]}</p>
          {live.count.sms && <p className={classes.hint}>{TEXT_SWITCH}</p>}
        </>
      )}
    </div>
  )
}

const isOnShift = ({ key }: RuleKind) => key === 'shift'

/** The server does not name the deleted record: its rule below has no name for it. */
const problemText = (problem: string | undefined) =>
  problem === 'Not found.'
    ? 'Anything shown below with a number instead of a name has been deleted. Change or remove it.'
    : problem

function Count({ live: { count, isCounting }, isEmpty }: { live: WhoProps['live']; isEmpty: boolean }) {
  if (isEmpty)
    return (
      <p className={classes.nobody}>
        <b>No one yet</b>
        Pick a group, or press Choose… to add names or rules.
      </p>
    )
  const receiving = count?.sms?.reached ?? count?.receiving ?? 0
  return (
    <div role="status" aria-busy={isCounting} className={classes.count}>
      <p>
        <b className="num">{count ? receiving.toLocaleString('en-GB') : '…'}</b>{' '}
        {count && (receiving === 1 ? 'person gets it' : 'people get it')}
      </p>
      {count && (
        <>
          <p className={classes.hint}>
            of <span className="num">{count.matching.toLocaleString('en-GB')}</span> who match
            {count.sms && `, by ${countedBoth(count.receiving, count.sms.receiving)}`}. Counted again when it is sent.
          </p>
          <Bar receiving={receiving} matching={count.matching} />
        </>
      )}
    </div>
  )
}

type CapNoteProps = {
  kind: MessageKind
  count: Pick<AudienceAnswer, 'receiving' | 'left' | 'cap' | 'most'>
  isLater: boolean
}

function CapNote({ kind, count, isLater }: CapNoteProps) {
  const note = capNote(kind, count.receiving, count, isLater)
  if (!note) return null
  return (
    <p className={classes.cap} data-over={count.receiving > count.left || undefined} role="status">
      {note}
    </p>
  )
}

const Bar = ({ receiving, matching }: Pick<AudienceCount, 'receiving' | 'matching'>) => (
  <div className={classes.bar} aria-hidden>
    {receiving > 0 && <span data-got style={{ flexGrow: receiving }} />}
    {matching > receiving && <span style={{ flexGrow: matching - receiving }} />}
  </div>
)

type RulesProps = {
  audience: Audience
  names: Names
  opened: Opened | null
  onOpen: (opened: Opened) => void
  onApply: (audience: Audience) => void
}

function Rules({ audience, names, opened, onOpen, onApply }: RulesProps) {
  const { dateFormat } = useDateFormats()
  const rules = RULE_KINDS.filter((kind) => hasRule(audience, kind))
  const { people = [], except = [] } = audience
  const nameOf = (id: number) => names.people?.[id] ?? `no. ${id}`
  return (
    <>
      {rules.length > 0 && (
        <>
          <h3>{rules.length > 1 ? 'People who match all of these' : 'People who match this'}</h3>
          <ul className={classes.rules}>
            {rules.map((kind) => (
              <Line
                key={kind.key}
                label={kind.label}
                text={ruleText(kind.key, audience, { names, dateFormat })}
                isOpen={opened === kind}
                onEdit={isEditable(kind, audience) ? () => onOpen(kind) : undefined}
                onRemove={() => onApply(withoutRule(audience, kind))}
              />
            ))}
          </ul>
        </>
      )}
      {people.length > 0 && (
        <>
          <h3>{rules.length > 0 ? 'And by name' : 'By name'}</h3>
          <Named ids={people} nameOf={nameOf} onRemove={(id) => onApply(withoutPerson(audience, 'people', id))} />
        </>
      )}
      {except.length > 0 && (
        <>
          <h3>But not</h3>
          <Named ids={except} nameOf={nameOf} onRemove={(id) => onApply(withoutPerson(audience, 'except', id))} />
        </>
      )}
    </>
  )
}

const FIRST_NAMED = 8

type NamedProps = { ids: readonly number[]; nameOf: (id: number) => string; onRemove: (id: number) => void }

function Named({ ids, nameOf, onRemove }: NamedProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || ids.length <= FIRST_NAMED + 1 ? ids : ids.slice(0, FIRST_NAMED)
  return (
    <>
      <ul className={classes.rules}>
        {shown.map((id) => (
          <Line key={id} text={nameOf(id)} onRemove={() => onRemove(id)} />
        ))}
      </ul>
      {shown.length < ids.length && (
        <Button variant="subtle" size="xs" mih={44} onClick={() => setWhole(true)}>
          Show all {ids.length.toLocaleString('en-GB')}
        </Button>
      )}
    </>
  )
}

/** A list's filters come from its page and have no form here. */
const isEditable = (kind: RuleKind, audience: Audience) =>
  kind.fields.length > 0 && !(kind.key === 'listed' && audience.filters)

type LineProps = {
  label?: string
  text: string
  isOpen?: boolean
  onEdit?: (() => void) | undefined
  onRemove: () => void
}

function Line({ label, text, isOpen, onEdit, onRemove }: LineProps) {
  const words = (
    <>
      {label && <small>{label}</small>}
      <b>{text}</b>
    </>
  )
  return (
    <li>
      {onEdit ? (
        <button
          type="button"
          className={`fill wrap ${classes.line}`}
          onClick={onEdit}
          aria-expanded={isOpen}
          title="Change this rule"
        >
          {words}
        </button>
      ) : (
        <span className={`fill wrap ${classes.line}`}>{words}</span>
      )}
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Remove ${label ?? text}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

type Part = 'people' | 'except'

const withoutPerson = (audience: Audience, part: Part, id: number): Audience => {
  const { [part]: before = [], ...others } = audience
  const left = before.filter((other) => other !== id)
  return left.length ? { ...others, [part]: left } : others
}

const withPerson = (audience: Audience, part: Part, id: number): Audience => {
  const others = withoutPerson(audience, part === 'people' ? 'except' : 'people', id)
  return { ...others, [part]: [...(others[part] ?? []).filter((other) => other !== id), id] }
}

type AddPersonProps = {
  part: Part
  onChoose: (id: number, name: string) => void
  onClose: () => void
}

function AddPerson({ part, onChoose, onClose }: AddPersonProps) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <div className={classes.form} ref={form}>
      <OptionSelect
        collection="people"
        label={part === 'people' ? 'A person by name' : 'Leave someone out'}
        value={null}
        chosen=""
        creates={false}
        onChange={(id, name) => id !== null && onChoose(id, name)}
      />
      <div className="cluster">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

type Excluded = AudienceCount['excluded'][number]

export function Exclusions({ kind, count }: { kind: MessageKind; count: AudienceCount }) {
  return <ExcludedList id="not-getting" kind={kind} excluded={count.excluded} title={() => 'will not get it'} />
}

/** Lists people who get only the email, only the text, or neither. */
function OnlyOne({ email_only, sms_only, neither }: TextCount) {
  return (
    <>
      <ExcludedList
        id="no-text"
        kind="sms"
        excluded={email_only}
        title={(n) => (n === 1 ? 'gets no text: they get the email' : 'get no text: they get the email')}
      />
      <ExcludedList
        id="no-email"
        kind="email"
        excluded={sms_only}
        title={(n) => (n === 1 ? 'gets no email: they get the text' : 'get no email: they get the text')}
      />
      <ExcludedList
        id="not-getting"
        kind="email"
        excluded={neither}
        title={(n) => (n === 1 ? 'gets neither' : 'get neither')}
      />
    </>
  )
}

type ExcludedListProps = {
  id: string
  kind: MessageKind
  excluded: readonly Excluded[]
  title: (count: number) => string
}

function ExcludedList({ id, kind, excluded: all, title }: ExcludedListProps) {
  const total = all.reduce((sum, { count }) => sum + count, 0)
  if (!total) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="num" tabIndex={-1}>
        {total.toLocaleString('en-GB')} {title(total)}
      </h3>
      <ul className={classes.reasons}>
        {all.map((excluded) => (
          <Reason key={excluded.reason} kind={kind} excluded={excluded} />
        ))}
      </ul>
    </section>
  )
}

function Reason({ kind, excluded }: { kind: MessageKind; excluded: Excluded }) {
  const [isOpen, setOpen] = useState(false)
  const { reason, count, people } = excluded
  return (
    <li>
      <div className={`row ${classes.reason}`}>
        <b className="num">{count.toLocaleString('en-GB')}</b>
        <span>{exclusionText(kind, reason, count)}</span>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
          <span className="unseen"> who {exclusionText(kind, reason, 2)}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      </div>
      {isOpen && <PeopleNames ids={people} count={count} />}
      {isOpen && reason === 'blocked' && (
        <Link className={classes.mend} to={paths.unreachable}>
          See why, and what to do
        </Link>
      )}
    </li>
  )
}

const SHOWN = 100

function PeopleNames({ ids, count }: { ids: readonly number[]; count: number }) {
  const [names, setNames] = useState<readonly { id: number; name: string }[] | 'lost' | null>(null)
  const wanted = ids.slice(0, SHOWN).join(',')
  useEffect(() => {
    const controller = new AbortController()
    const query = `id=${wanted}&limit=${SHOWN}`
    fetchApi(`/api/people?${query}`, { signal: controller.signal }, HANDLED_STATUSES)
      .then(async (answer) => {
        const { order, results } = (await answer.json()) as {
          order: number[]
          results: { people: Record<string, { name: string; email: string }> }
        }
        setNames(
          order.map((id) => ({ id, name: results.people[id]?.name || results.people[id]?.email || `no. ${id}` })),
        )
      })
      .catch(() => {
        if (!controller.signal.aborted) setNames('lost')
      })
    return () => controller.abort()
  }, [wanted])
  if (names === 'lost') return <p className={classes.hint}>The names did not load. Please try again.</p>
  return (
    <ul className={classes.people} aria-busy={names === null}>
      {names?.map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.person(id)}>{name}</Link>
        </li>
      ))}
      {names && count > names.length && <li>and {(count - names.length).toLocaleString('en-GB')} more</li>}
    </ul>
  )
}

export type Opened = RuleKind | 'people' | 'except'

type AddRuleProps = { audience: Audience; onOpen: (opened: Opened) => void; onApply: (audience: Audience) => void }

export function AddRule({ audience, onOpen, onApply }: AddRuleProps) {
  const choose = (kind: RuleKind) => {
    if (kind.fields.length) return onOpen(kind)
    const applied = applyRule(audience, kind, {})
    if ('audience' in applied) onApply(applied.audience)
  }
  return (
    <Menu position="bottom-start" width={264} shadow="md" withinPortal={false} {...FITTING_MENU}>
      <Menu.Target>
        <Button variant="subtle" className={classes.add} leftSection={<IconPlus size={16} aria-hidden />}>
          Choose…
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => onOpen('people')}>
          A person by name
        </Menu.Item>
        <Menu.Item leftSection={<IconUserMinus size={16} aria-hidden />} onClick={() => onOpen('except')}>
          Leave someone out
        </Menu.Item>
        <Menu.Label>People who match all of these</Menu.Label>
        {RULE_KINDS.filter((kind) => !hasRule(audience, kind)).map((kind) => (
          <Menu.Item key={kind.key} onClick={() => choose(kind)}>
            {kind.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
