import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { ConfirmAnswer, KioskData } from '#server/kiosks/signing/contract.ts'
import type { Api } from './api.ts'
import type { World } from './world.ts'

export async function kioskOf(world: World, api: Api, site: Site) {
  const secret = mintSecret('wk', site.id)
  const { id } = await world.insert(site, 'kiosks', { name: 'Door', secret_hash: hashSecret(secret) })
  const headers = { 'x-kiosk-auth': secret }
  const data = async () => {
    const { status, text } = await api.call(site, { method: 'GET', path: '/kiosk/data', headers })
    return { status, text, body: JSON.parse(text) as KioskData }
  }
  const confirm = async (list: unknown, key?: string) => {
    const { status, text } = await api.call(site, {
      method: 'PUT',
      path: '/kiosk/confirm',
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      body: list,
    })
    return { status, text, body: JSON.parse(text) as ConfirmAnswer & Record<string, unknown> }
  }
  return { id, secret, headers, data, confirm }
}

export type Kiosk = Awaited<ReturnType<typeof kioskOf>>

/** An event of `site` with one published shift for `person`. Times are ISO. */
export async function insertKioskShift(
  world: World,
  site: Site,
  person: number | null,
  { start, end, ...over }: { start: string; end: string } & Record<string, unknown>,
) {
  const event = await world.insert(site, 'events', { name: 'Race day', start, end })
  const shift = await world.insert(site, 'shifts', {
    event: event.id,
    person,
    start,
    end,
    draft: '2027-01-01T00:00:00Z',
    ...over,
  })
  return { event: event.id, shift: shift.id }
}
