import { Button, Group } from '@mantine/core'
import { Link, useSearchParams } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { BOARD_PAGE, type Heap } from '#server/cover/board/contract.ts'
import type { Board } from '#server/cover/board/queries.ts'
import { pageText } from './board-words.ts'

type Props = { board: Board; heap: Heap; shown: number; total: number }

export function HeapPages({ board: { pages }, heap, shown, total }: Props) {
  const [search] = useSearchParams()
  const page = pages[heap]
  if (total <= shown) return null
  const to = (other: number) => {
    const next = new URLSearchParams(search)
    next.set(heap, String(other))
    return `?${next}`
  }
  return (
    <Group component="nav" aria-label="Pages" p="sm" gap="xs" justify="space-between">
      <span className="num">{pageText(page, shown, total)}</span>
      <Group gap="xs">
        {page > 1 && (
          <Button
            component={Link}
            to={to(page - 1)}
            preventScrollReset
            mih={44}
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden />}
          >
            Earlier
          </Button>
        )}
        {page * BOARD_PAGE < total && (
          <Button
            component={Link}
            to={to(page + 1)}
            preventScrollReset
            mih={44}
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden />}
          >
            Later
          </Button>
        )}
      </Group>
    </Group>
  )
}
