import { requireConfirmedAddress } from '#server/accounts/confirmed-address.ts'
import { lockAdminAccess, requireAdminInPerson } from '#server/engine/access/admin-access.ts'
import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { kiosks } from './contract.ts'
import { createPairing } from './pairing-code.ts'

/** Returns the pairing code only when a kiosk is created. */
const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  if (changes.length) requireAdminInPerson(ctx.actor)
  if (changes.some(({ before }) => !before)) {
    await requireConfirmedAddress(ctx)
    await lockAdminAccess(ctx)
  }
  for (const change of changes) {
    if (change.before) continue
    const { code, code_expires, columns } = createPairing(ctx.clock.now())
    Object.assign(change.after, columns)
    change.reveal = { code, code_expires }
  }
}

export const kiosksCollection = defineCollection(kiosks, {
  computed: { paired: ({ t }) => `(${t}.secret_hash is not null)` },
  reveals: ['code', 'code_expires'],
  privateColumns: ['code_hash', 'code_expires'],
  hooks: { applyRules, beforeRemove: (ctx) => requireAdminInPerson(ctx.actor) },
})
