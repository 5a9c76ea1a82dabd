import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'
import { personOf } from '#server/engine/access/actor.ts'
import { lockAdminAccess, requireAdminInPerson } from '#server/engine/access/admin-access.ts'
import { asBytea, mintSecret } from '#server/engine/access/secrets.ts'
import { type Change, defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { apikeys } from './contract.ts'

/** Visible characters of the secret in `wb_{site}_{secret}`: enough to tell keys apart, useless for guessing. */
const VISIBLE_LENGTH = 6
const SECRET_LENGTH = 43

/** Derives `scope` from the selected areas: `write` when any of them writes. */
function deriveScope({ given, after, issues }: Change): void {
  if (!Array.isArray(given.scopes)) return
  const writes = given.scopes.some((scope) => String(scope).endsWith(':write'))
  if (given.scope === 'read' && writes) addIssue(issues, 'scopes', 'A read-only key can’t have an area to write.')
  after.scope = writes ? 'write' : 'read'
}

/** Returns the key only when it is created. */
const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  if (changes.length) requireAdminInPerson(ctx.actor)
  if (ctx.actor.kind === 'person' && changes.some(({ before }) => !before)) await requireOwner(ctx)
  if (changes.some(({ before }) => !before)) await lockAdminAccess(ctx)
  for (const change of changes) {
    if (change.before) continue
    deriveScope(change)
    const key = mintSecret('wb', ctx.site.id)
    Object.assign(change.after, {
      key_hash: asBytea(hashSecret(key)),
      prefix: key.slice(0, VISIBLE_LENGTH - SECRET_LENGTH),
      created_by: personOf(ctx.actor),
    })
    change.reveal = { key }
  }
}

export const apikeysCollection = defineCollection(apikeys, {
  access: { admin: { update: { fields: ['name'] } } },
  computed: { created: ({ t }) => `${t}.created_at` },
  reveals: ['key'],
  privateColumns: ['key_hash', 'prefix', 'created_by'],
  hooks: { applyRules, beforeRemove: (ctx) => requireAdminInPerson(ctx.actor) },
})
