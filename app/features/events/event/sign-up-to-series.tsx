import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useFetcher } from '@remix-run/react'
import { IconRepeat } from '@tabler/icons-react'
import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import type { SeriesPage } from '#server/requests/sign-up/queries.ts'

const SignUpSheet = lazyPart(() =>
  import('../series-sign-up/sign-up-sheet.tsx').then((module) => ({ default: module.SignUpSheet })),
)

export function SignUpToSeries({ series, name }: { series: number; name: string }) {
  const { load, state, data } = useFetcher<{ series: SerializeFrom<SeriesPage> }>()
  const [opened, setOpened] = useState(false)
  const close = useCallback(() => setOpened(false), [])
  return (
    <>
      <Button
        variant="subtle"
        justify="flex-start"
        fullWidth
        h="auto"
        mih={44}
        py={8}
        loading={opened && state !== 'idle' && !data}
        leftSection={<IconRepeat size={18} aria-hidden />}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'left', overflowWrap: 'anywhere', overflow: 'visible' } }}
        onClick={() => {
          setOpened(true)
          load(`${paths.seriesPage(series)}?index`)
        }}
      >
        Sign up to all of {name}
      </Button>
      {opened && data && (
        <Suspense>
          <SignUpSheet series={data.series} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
