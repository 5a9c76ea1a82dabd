import { ActionIcon, Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowRight, IconNews, IconPin, IconSettings } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CardLink } from '#app/ui/card-link.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { CurrentPost } from '#server/news/current/queries.ts'
import classes from './news.module.css'

const SHOWN = 5

type Props = { count: number; posts: SerializeFrom<CurrentPost[]>; admin: boolean }

/** The club's current news, newest first; the cog takes admins to the list. @param props.count all current posts. */
export function News({ count, posts, admin }: Props) {
  const [first, older] = [posts.slice(0, SHOWN), posts.slice(SHOWN)]
  return (
    <SectionCard
      title="News"
      icon={IconNews}
      action={
        admin && (
          <ActionIcon component={Link} to={paths.news} variant="subtle" color="gray" size={32} aria-label="Edit news">
            <IconSettings size={18} aria-hidden />
          </ActionIcon>
        )
      }
    >
      {posts.length === 0 && (
        <EmptyState
          icon={IconNews}
          title="No news"
          text={admin ? 'Posts appear on every member’s dashboard.' : 'News from the club appears here.'}
          action={
            admin && (
              <Button component={Link} to={`${paths.news}?add=1`} variant="light">
                Add a post
              </Button>
            )
          }
        />
      )}
      {first.map((post) => (
        <Post key={post.id} post={post} />
      ))}
      {older.length > 0 && (
        <details className={classes.older}>
          <summary>{older.length === 1 ? 'One more post' : `${older.length} more posts`}</summary>
          {older.map((post) => (
            <Post key={post.id} post={post} />
          ))}
        </details>
      )}
      {count > posts.length && (
        <CardLink to={`${paths.allNews}?page=2`}>
          Older posts <IconArrowRight size={16} aria-hidden />
        </CardLink>
      )}
    </SectionCard>
  )
}

export function Post({ post }: { post: SerializeFrom<CurrentPost> }) {
  const when = useDateFormats()
  return (
    <article className={classes.post}>
      {post.title && <h3>{post.title}</h3>}
      <p className={`row muted ${classes.posted}`}>
        {post.pinned && <IconPin size={14} role="img" aria-label="Pinned" />}
        <time dateTime={post.posted}>{when.date(post.posted)}</time>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server to a fixed list of tags. */}
      <div className={classes.text} dangerouslySetInnerHTML={{ __html: post.html }} />
    </article>
  )
}
