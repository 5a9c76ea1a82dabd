import { consoleScreen } from '#app/http/console.ts'
import { formatInstant } from '#app/ui/date-format.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

const MAX_SEARCH = 100

export const loader = consoleScreen(async (_operator, { app, url }) => {
  const search = cutText(url.searchParams.get('search') ?? '', MAX_SEARCH)
  const now = app.clock.now()
  return {
    cities: app.console.cities(search).map((city) => ({ ...city, now: formatInstant(now, city.timezone, 'HH:mm') })),
  }
})
