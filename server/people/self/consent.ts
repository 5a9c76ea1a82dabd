import { CONSENT_VERSION } from '#server/accounts/registration-contract.ts'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import type { SignedInPerson } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'

/** Whether the terms have changed since the person agreed. Skips people whom an admin added: they never agreed. */
export const mustAgreeAgain = (
  { consent_version }: Pick<SignedInPerson, 'consent_version'>,
  version = CONSENT_VERSION,
) => consent_version != null && consent_version !== version

export async function agreeToTerms(ctx: Ctx, version = CONSENT_VERSION): Promise<void> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const agreed = await ctx.db
    .updateTable('people')
    .set({ consent_version: version, consent_at: ctx.clock.now() })
    .where('id', '=', person)
    .where('consent_version', 'is distinct from', version)
    .returning('id')
    .executeTakeFirst()
  if (agreed)
    await audit(ctx, {
      action: 'consent.give',
      subject: 'people',
      subject_id: person,
      details: { consent_version: version },
    })
}
