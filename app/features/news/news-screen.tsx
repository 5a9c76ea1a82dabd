import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowLeft, IconNews } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { CurrentPost } from '#server/news/current/queries.ts'
import classes from './news.module.css'
import { Post } from './news.tsx'

type Props = { count: number; posts: SerializeFrom<CurrentPost[]>; page: number; size: number }

const pagePath = (page: number) => (page > 1 ? `${paths.allNews}?page=${page}` : paths.allNews)

export function NewsScreen({ count, posts, page, size }: Props) {
  const first = (page - 1) * size + 1
  const last = first + posts.length - 1
  return (
    <>
      <PageHead title="News">
        <Button
          component={Link}
          to={paths.dashboard}
          variant="default"
          h={44}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          Dashboard
        </Button>
      </PageHead>
      <SectionCard title={posts.length ? `Posts ${first} to ${last} of ${count}` : 'Posts'} icon={IconNews}>
        {posts.length === 0 && (
          <EmptyState
            icon={IconNews}
            title={page > 1 ? 'No older posts' : 'No news'}
            text="News from the club appears here."
          />
        )}
        {posts.map((post) => (
          <Post key={post.id} post={post} />
        ))}
        {(page > 1 || last < count) && (
          <nav className={`cluster ${classes.pages}`} aria-label="Pages of news">
            {page > 1 && (
              <Button component={Link} to={pagePath(page - 1)} variant="default" h={44} rel="prev">
                Newer posts
              </Button>
            )}
            {last < count && (
              <Button component={Link} to={pagePath(page + 1)} variant="default" h={44} rel="next">
                Older posts
              </Button>
            )}
          </nav>
        )}
      </SectionCard>
    </>
  )
}
