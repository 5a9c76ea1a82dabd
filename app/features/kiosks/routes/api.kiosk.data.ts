import { get } from '#app/http/calls.ts'
import { kiosk } from '#app/http/kiosk.ts'
import { kioskData } from '#server/kiosks/signing/contract.ts'
import { getKioskData } from '#server/kiosks/signing/queries.ts'

export const loader = get(
  kiosk({
    summary: 'Everything a kiosk shows',
    answer: kioskData,
    run: (ctx) => getKioskData(ctx, ctx.actor),
  }),
)
