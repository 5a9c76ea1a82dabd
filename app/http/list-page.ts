import type { Ctx } from '#server/engine/access/context.ts'
import { shownColumns } from '../collections/columns.tsx'
import { parseIds, splitCondition } from '../collections/conditions.ts'
import { chunkOffset, engineQuery, matchesQuery, readQuery } from '../collections/list-query.ts'
import type { ListData, ListQuery, ListRecord, ListView, SavedView } from '../collections/list-view.ts'
import { idFrom } from './parse.ts'
import { type ScreenRequest, screen } from './screen.ts'

type Extras = (ctx: Ctx, ids: readonly number[], engine: Engine) => Promise<Record<number, unknown>>

/**
 * Loads a generic admin list: one page, and the open record of the URL.
 * @param of the relation whose record the URL names; the list then contains only its records.
 */
export const listPage = (view: ListView, extras: Extras = async () => ({}), of?: string) =>
  screen<ListData>({
    requires: 'admin',
    load: async (ctx, { params, url, app }) => {
      const engine = app.collections
      const name = view.collection
      const withVersions = view.stagedAt !== undefined
      const contract = await withoutUnusedRole(ctx, engine, engine.plain(name), url.searchParams)
      const query = readQuery(view, contract, url.searchParams)
      const now = ctx.clock.now().toISOString()
      const from = chunkOffset(query, url.searchParams)
      const expand = expandOf(view, contract.fields, query)
      const owner = of === undefined ? null : await ownerOf(ctx, engine, contract.fields, of, idFrom(params.pk))
      const fixed = of === undefined || !owner ? {} : { [of]: String(owner.id) }
      const page = await engine.readPage<ListRecord>(
        ctx,
        name,
        { ...engineQuery({ ...view, expand }, query, now, from), ...fixed },
        { withVersions },
      )
      const pk = (of === undefined ? params.pk : undefined) ?? url.searchParams.get('open') ?? undefined
      const id = pk === undefined ? null : idFrom(pk)
      const open = id === null ? null : await engine.readOne<ListRecord>(ctx, name, id, { withVersions })
      const listed = page.rows.map((row) => row.id)
      const ids = open && !listed.includes(open.id) ? [...listed, open.id] : listed
      return {
        contract,
        count: page.count,
        from,
        rows: page.rows,
        related: page.related,
        extras: await extras(ctx, ids, engine),
        displayNames: contract.label === null ? await engine.displayNames(ctx, name, ids) : {},
        query,
        matches: { ...matchesQuery(view, query, now), ...fixed },
        open: open ?? (url.searchParams.has('add') ? 'new' : null),
        labels: await labelsOf(ctx, engine, contract.fields, query, open),
        saved: await savedViews(ctx, engine, view.savedAs ?? name),
        ...(owner && { owner }),
      }
    },
  })

type Engine = ScreenRequest['app']['collections']
type Plain = ReturnType<Engine['plain']>
type Fields = Plain['fields']

/**
 * Drops the field for a role where the club has none: its list, form and filters then leave the role out. An address
 * that filters by a role keeps it, since its list must not become that of all records.
 */
async function withoutUnusedRole(ctx: Ctx, engine: Engine, contract: Plain, search: URLSearchParams): Promise<Plain> {
  const isRole = ({ to }: Fields[string]) => to === 'roles'
  const names = Object.entries(contract.fields).flatMap(([name, field]) => (isRole(field) ? [name] : []))
  const asked = [...search.keys()].map((name) => splitCondition(name).path)
  if (names.every((name) => asked.includes(name))) return contract
  const { count } = await engine.readPage(ctx, 'roles', { limit: '1' })
  if (count > 0) return contract
  const fields = Object.entries(contract.fields).filter(([, field]) => !isRole(field))
  return { ...contract, fields: Object.fromEntries(fields) }
}

/** Finds the record that the list belongs to. @throws DomainError 'not_found'. */
async function ownerOf(ctx: Ctx, engine: Engine, fields: Fields, relation: string, id: number) {
  const to = fields[relation]?.to ?? ''
  const record = await engine.readOne(ctx, to, id)
  const { label, singular } = engine.plain(to)
  return { id, name: String(record[label ?? ''] || `Untitled ${singular}`) }
}

function expandOf(view: ListView, fields: Fields, query: ListQuery): string {
  const chosen = shownColumns(view, { fields }, query.columns).flatMap(({ key }) =>
    fields[key]?.kind === 'relation' ? key : [],
  )
  return [...new Set([...(view.expand?.split(',') ?? []), ...chosen])].join(',')
}

async function labelsOf(
  ctx: Ctx,
  engine: Engine,
  fields: Fields,
  query: Pick<ListQuery, 'filters'>,
  open: ListRecord | null,
) {
  const wanted = new Map<string, Set<number>>()
  const want = (key: string, ids: readonly unknown[]) => {
    const to = fields[key]?.to
    if (!to) return
    const set = wanted.get(to) ?? new Set()
    for (const id of ids) if (typeof id === 'number') set.add(id)
    wanted.set(to, set)
  }
  for (const [name, value] of Object.entries(query.filters)) want(splitCondition(name).path, parseIds(value))
  for (const [key, value] of Object.entries(open ?? {})) want(key, Array.isArray(value) ? value : [value])
  const labels: ListData['labels'] = {}
  for (const [to, ids] of wanted) {
    if (!ids.size) continue
    const options = await engine.options(ctx, to, { selected: [...ids], limit: 0 })
    labels[to] = Object.fromEntries(options.map(({ id, label }) => [id, label]))
  }
  return labels
}

/** Reads an admin's saved views of the list and the shared ones. @param list the key under which they are stored. */
async function savedViews(ctx: Ctx, engine: Engine, list: string): Promise<SavedView[]> {
  const { rows } = await engine.readPage<SavedView>(ctx, 'savedviews', { collection__eq: list, limit: '-1' })
  return rows
}
