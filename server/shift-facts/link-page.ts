import type * as z from 'zod'
import { formatsOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { linkPerson, linkSite } from './link-contract.ts'

/** The reader and the club of a page behind a link. */
export const linkReader = (
  { site }: Pick<Ctx, 'site'>,
  { name, settings }: { name: string; settings: unknown },
): { person: z.infer<typeof linkPerson>; site: z.infer<typeof linkSite> } => ({
  person: { first_name: name.trim().split(/\s/)[0] ?? '', ...formatsOf(settings) },
  site: { name: site.name, contact_name: site.contact_name, contact_email: site.contact_email },
})
