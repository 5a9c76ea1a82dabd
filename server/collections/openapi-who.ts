import type { Allowed, Declaration } from './define.ts'

const ADMINS = 'Admins, and API keys.'
const WRITERS = 'Admins, and API keys with the scope write.'
const named = (allowed: Allowed<string>) => (allowed === 'all' ? 'every field' : allowed.join(', '))

/** In words, who may do what with a collection; from the declaration that decides it. */
export function whoMay({ admin, user, reveals }: Declaration) {
  const { read, create, update, remove } = user
  const own = read?.own ? `, and of their own ${named(read.own.fields)}` : ''
  const makers = reveals.length ? 'Admins in person.' : WRITERS
  return {
    read: read
      ? `${ADMINS} Members read ${named(read.fields)}${read.rows ? ' where they may see the record' : ''}${own}.`
      : ADMINS,
    create: create ? `${makers} Members give ${named(create)}.` : makers,
    update: update ? `${makers} Members change ${named(update.fields)}${update.rows ? ' of their own' : ''}.` : makers,
    remove: remove ? `${makers} Members remove their own.` : makers,
    export: admin.read ? ADMINS : '',
  }
}
