import { getKioskData } from '#server/kiosks/signing/queries.ts'
import { kioskCall } from '../http/kiosk-call.ts'

/** Everything that a kiosk shows. */
export const loader = kioskCall({ method: 'GET', handle: (ctx) => getKioskData(ctx, ctx.actor) })
export const action = loader
