import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { pageOfCurrentNews } from '#server/news/current/queries.ts'
import { NewsScreen } from '../news-screen.tsx'

export const handle = { title: 'News', auth: true, framed: false }

const PAGE_SIZE = 20
const MAX_PAGE = 1_000

/** Any invalid page number is the first page. */
const pageFrom = (text: string | null) => {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1
}

export const loader = screen({
  requires: 'member',
  load: async (ctx, { url }) => {
    const page = pageFrom(url.searchParams.get('page'))
    const now = ctx.clock.now()
    const news = await pageOfCurrentNews(ctx.db, { now, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })
    return { ...news, page, size: PAGE_SIZE }
  },
})

export default function AllNews() {
  return <NewsScreen {...useLoaderData<typeof loader>()} />
}
